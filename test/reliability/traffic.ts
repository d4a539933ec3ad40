import { setTimeout } from 'node:timers/promises';
import { shareOf } from './random-moments.js';

/** A request to one of several processes that serve one database. */
export interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How one was answered. The status is 0 where the client went away first. */
export interface Answered {
  /** What the request was for, as its sender calls it. */
  readonly what: string;
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
  readonly tookMs: number;
  readonly text: string;
}

/** Clients that go on until they are asked to stop, and a record of all that they were answered. */
export class Traffic {
  readonly answers: Answered[] = [];
  #stopped = false;
  #draws = 0;
  readonly #clients: Promise<void>[] = [];

  constructor(private readonly urls: readonly string[]) {}

  /** A whole number from 0 up to `below`, another one each time, by the seed. */
  draw(below: number): number {
    return Math.floor(shareOf(this.#draws++) * below);
  }

  /** Sends to one of the processes, the given one or any. `deadlineMs`: the client goes away after that. */
  async send(
    what: string,
    { method, path, body, headers = {} }: Request,
    {
      process = this.draw(this.urls.length),
      deadlineMs,
    }: { readonly process?: number; readonly deadlineMs?: number } = {},
  ): Promise<Answered> {
    const started = performance.now();
    const url = `${this.urls[process % this.urls.length] ?? ''}${path}`;
    const ended = (answer: Pick<Answered, 'status' | 'code' | 'retryAfter' | 'text'>): Answered => {
      const answered = { what, tookMs: performance.now() - started, ...answer };
      this.answers.push(answered);
      return answered;
    };
    try {
      const response = await fetch(url, {
        method,
        headers: {
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(deadlineMs === undefined ? {} : { signal: AbortSignal.timeout(deadlineMs) }),
      });
      const text = await response.text();
      return ended({
        status: response.status,
        code: response.ok ? '' : codeOf(text),
        retryAfter: response.headers.get('retry-after'),
        text,
      });
    } catch (error) {
      if (deadlineMs === undefined) throw error;
      return ended({ status: 0, code: '', retryAfter: null, text: '' });
    }
  }

  /** Clients that do the same again and again, with a pause. */
  run(clients: number, pauseMs: number, turn: (client: number, round: number) => Promise<unknown>): void {
    for (let client = 0; client < clients; client++) this.#clients.push(this.#loop(client, pauseMs, turn));
  }

  async #loop(
    client: number,
    pauseMs: number,
    turn: (client: number, round: number) => Promise<unknown>,
  ): Promise<void> {
    for (let round = 0; !this.#stopped; round++) {
      await turn(client, round);
      await setTimeout(pauseMs * (0.5 + this.draw(1000) / 1000));
    }
  }

  /** Resolves when every client has its last answer. @throws what a client met that is no answer */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
  }

  /** A line for each kind of request: how many of each status, and how long they took. */
  get summary(): string {
    const whats = [...new Set(this.answers.map(({ what }) => what))].sort();
    return whats.map((what) => this.#line(what)).join('\n');
  }

  #line(what: string): string {
    const answers = this.answers.filter((answer) => answer.what === what);
    const times = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    const at = (share: number): string => String(Math.round(times[Math.floor(share * (times.length - 1))] ?? 0));
    const statuses = new Map<string, number>();
    for (const { status, code } of answers) {
      const name = `${status} ${code}`.trim();
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
    }
    const counted = [...statuses].sort().map(([name, count]) => `${name}: ${count}`);
    return `${what}: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms; ${counted.join(', ')}`;
  }
}

/** The code of a problem, or the reason of a Kubernetes Status. */
function codeOf(text: string): string {
  try {
    const { code, reason } = JSON.parse(text) as { code?: unknown; reason?: unknown };
    return typeof code === 'string' ? code : String(reason);
  } catch {
    return text.slice(0, 80);
  }
}
