import { setTimeout as pause } from 'node:timers/promises';
import type { Finding } from '../finding.js';
import type { Seeded } from '../seeded.js';
import type { Service } from '../service.js';
import type { Answer, Effect, Record, Request, Write } from './record.js';

/** What a client needs. */
export interface ClientOptions {
  readonly services: readonly Service[];
  /** What it authenticates with. */
  readonly key: string;
  readonly record: Record;
  readonly dice: Seeded;
  readonly found: (finding: Finding) => void;
  /** Given up: what is under way is cut off. */
  readonly signal: AbortSignal;
}

/** A write to be sent. */
export interface Sending {
  readonly what: string;
  readonly request: Request;
  readonly key?: boolean;
  readonly effect: Effect;
  /** A status that is no mistake of the service, besides the usual ones. */
  readonly also?: number;
}

/** An attempt without an answer. `unsent`: nobody has taken it, so that it has no effect. */
type NoAnswer = 'unsent' | 'unknown';

const RETRY_MS = 100;
/** One in so many callers does not wait for the answer. */
const IMPATIENT_SHARE = 0.02;
/** What a caller may be answered besides what they hope for: others were faster, or something is gone. */
const REFUSALS = new Set([404, 409, 410, 412, 422]);

/** Talks HTTP to any of the services, and writes down every answer. Knows nothing of their code. */
export class Client {
  /** What was sent and is not answered yet. */
  readonly underWay = new Set<string>();
  #number = 0;

  constructor(
    private readonly name: string,
    private readonly options: ClientOptions,
  ) {}

  get dice(): Seeded {
    return this.options.dice;
  }

  get isOver(): boolean {
    return this.options.signal.aborted;
  }

  /** A name that nobody else has. */
  fresh(prefix: string): string {
    return `${prefix}-${this.name}-${this.#number++}`;
  }

  /**
   * Sends a write. One with a key is sent again, under the same key, until there is an answer; any other is tried once,
   * and its outcome is unknown where there is none.
   */
  async write({ what, request, key = false, effect, also }: Sending): Promise<Write> {
    const { record, signal } = this.options;
    const id = this.fresh('op');
    const write: Write = {
      id,
      what,
      request: key ? withKey(request, `key-${id}`) : request,
      key: key ? `key-${id}` : undefined,
      effect,
      ending: 'unknown',
      answer: undefined,
      hadUnknown: false,
    };
    record.writes.push(write);
    for (;;) {
      const answer = await this.attempt(write.request, { what, id, ...(write.key && { key: write.key }) });
      if (typeof answer === 'object' && answer.status < 500 && !AWAY.has(answer.status)) {
        this.#end(write, answer, also);
        return write;
      }
      if (answer !== 'unsent') write.hadUnknown = true;
      const isAway = typeof answer === 'string' || AWAY.has(answer.status);
      if ((!key && answer !== 'unsent') || !isAway || signal.aborted) return write;
      await pause(RETRY_MS + this.dice.between(0, RETRY_MS), undefined, { signal }).catch(() => undefined);
    }
  }

  #end(write: Write, answer: Answer, also: number | undefined): void {
    write.answer = answer;
    const { status, code } = answer;
    if (status < 300) write.ending = 'acknowledged';
    else {
      write.ending = 'refused';
      const isWrong = code === 'IDEMPOTENCY_KEY_REUSED' || code === 'Invalid';
      if ((!REFUSALS.has(status) && status !== also) || isWrong) this.#complain(write.what, write.request, answer);
    }
  }

  /** Reads a list of a cluster, and remembers what is answered. */
  async readList(cluster: string, path: string): Promise<void> {
    const answer = await this.read('read', `/v1/clusters/${cluster}${path}`);
    const { items } = (answer?.body ?? {}) as { readonly items?: readonly unknown[] };
    if (answer?.status === 200 && items !== undefined) this.options.record.remember({ cluster, path, items });
  }

  /** Reads; answers the body, or undefined where there is none to be had. */
  async read(what: string, path: string): Promise<Answer | undefined> {
    const answer = await this.attempt({ method: 'GET', path }, { what, id: this.fresh('read') });
    if (typeof answer === 'string') return undefined;
    if (answer.status >= 400 && answer.status < 500 && !REFUSALS.has(answer.status) && answer.status !== 429)
      this.#complain(what, { method: 'GET', path }, answer);
    return answer;
  }

  /** One request to one of the services. */
  async attempt(
    request: Request,
    {
      what,
      id,
      key,
      service = this.dice.between(0, this.options.services.length - 1),
    }: { readonly what: string; readonly id: string; readonly key?: string; readonly service?: number },
  ): Promise<Answer | NoAnswer> {
    const { services, record, signal } = this.options;
    const target = services[service];
    if (target === undefined) throw new Error(`there is no service ${service}`);
    const isImpatient = this.dice.chance(IMPATIENT_SHARE);
    const deadline = isImpatient ? [AbortSignal.timeout(this.dice.between(1, 300))] : [];
    const requestId = `${id}-${this.#number++}`;
    const asked = `${what}: ${request.method} ${request.path} to ${target.name} as ${requestId}`;
    this.underWay.add(asked);
    try {
      const response = await fetch(`${target.url}${request.path}`, {
        method: request.method,
        headers: {
          authorization: `Bearer ${this.options.key}`,
          'x-request-id': requestId,
          'x-berth-reason': id,
          'x-berth-actor': this.name,
          ...(request.body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
          ...(key === undefined || request.path === '/graphql' ? {} : { 'idempotency-key': key }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal: AbortSignal.any([signal, ...deadline]),
      });
      const answer = readAnswer(response, await response.text());
      record.count(what, answer);
      if (answer.status < 300 && request.method !== 'GET')
        record.acknowledgements.push({ at: performance.now(), service });
      if (answer.status >= 500 && !AWAY.has(answer.status))
        this.#complain(what, request, answer, target.linesOf(requestId));
      return answer;
    } catch (error) {
      return wasRefused(error) ? 'unsent' : 'unknown';
    } finally {
      this.underWay.delete(asked);
    }
  }

  #complain(what: string, request: Request, answer: Answer, lines: readonly string[] = []): void {
    const sent = `${request.method} ${request.path} ${shortened(request.body)}`;
    this.options.found({
      kind: 'answer',
      what: [`${what}: ${answer.status} ${shortened(answer.body)} to ${sent}`, ...lines].join('\n    '),
    });
  }
}

/** The service, its database or its disk cannot at the moment, or has too much to do, and says so. */
const AWAY = new Set([429, 503, 504, 507]);

/** GraphQL takes the key as part of its input. */
function withKey(request: Request, key: string): Request {
  if (request.path !== '/graphql') return request;
  const { query, variables } = request.body as { query: string; variables: { input: object } };
  return { ...request, body: { query, variables: { input: { ...variables.input, idempotencyKey: key } } } };
}

function readAnswer(response: Response, text: string): Answer {
  const body = readJson(text);
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  const { errors, data } = (body ?? {}) as GraphqlBody;
  if (new URL(response.url).pathname !== '/graphql' || response.status >= 500) {
    const { code, reason } = (body ?? {}) as { code?: unknown; reason?: unknown };
    const word = typeof code === 'string' ? code : typeof reason === 'string' ? reason : undefined;
    return { status: response.status, code: response.status < 400 ? undefined : word, body, replayed };
  }
  const [error] = errors ?? [];
  if (error !== undefined) {
    const code = error.extensions?.code;
    return { status: GRAPHQL_STATUS[code ?? ''] ?? 400, code, body, replayed };
  }
  const [payload] = Object.values(data ?? {});
  const [refusal] = payload?.refusals ?? [];
  if (refusal !== undefined) return { status: 422, code: refusal.code, body, replayed };
  return { status: response.status, code: undefined, body: payload ?? body, replayed };
}

interface GraphqlBody {
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
  readonly data?: Readonly<{ [field: string]: { readonly refusals?: readonly { readonly code: string }[] } | null }>;
}

const GRAPHQL_STATUS: Readonly<{ [code: string]: number }> = {
  INTERNAL: 500,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
  STATEMENT_TIMEOUT: 504,
  TOO_MANY_REQUESTS: 429,
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Nobody listened: the request was not sent. */
function wasRefused(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return cause?.code === 'ECONNREFUSED';
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 600 ? `${text.slice(0, 600)} ...` : text;
}
