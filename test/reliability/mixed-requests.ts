import { setTimeout as pause } from 'node:timers/promises';

/** A request as one of the faces takes it. */
interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string | object;
  /** It has no end: it is read for so long. */
  readonly followMs?: number;
}

/** An answer that nobody should get. */
export interface Fault {
  readonly asked: string;
  readonly status: number;
  readonly text: string;
}

/** A caller goes on at once where it was answered, and after this where the service was away. */
const AGAIN_MS = 20;

/** Requests to every face and of every length, again and again, and how they are answered. */
export class MixedRequests {
  /** Answers by their status; 0 where the connection ended without one, or within one. */
  readonly statuses = new Map<number, number>();
  /** Answers with 500 or 400, and outages without a word on when to come again. */
  readonly faults: Fault[] = [];
  /** The longest that anybody waited for an answer to a request of a known length. */
  slowestMs = 0;
  #made = 0;
  #stopped = false;
  readonly #callers: Promise<void>[] = [];

  constructor(
    private readonly url: string,
    private readonly cluster: string,
  ) {}

  start(callers: number): void {
    for (let caller = 0; caller < callers; caller++) this.#callers.push(this.#call(caller));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
  }

  count(status: number): number {
    return this.statuses.get(status) ?? 0;
  }

  async #call(caller: number): Promise<void> {
    for (let turn = caller; !this.#stopped; turn++) {
      const kinds = this.#kinds(`x${this.#made++}`);
      const asked = kinds[turn % kinds.length];
      if (asked === undefined) continue;
      const status = await this.#ask(asked);
      this.statuses.set(status, this.count(status) + 1);
      if (status === 0 || status >= 500) await pause(AGAIN_MS);
    }
  }

  #kinds(name: string): readonly Asked[] {
    const base = `/v1/clusters/${this.cluster}`;
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1m' } } }] },
    };
    const items = Array.from({ length: 30 }, (_, index) => ({
      ...pod,
      metadata: { name: `${name}-${index}`, namespace: 'many' },
    }));
    const many = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const graphql = `{ cluster(id: "${this.cluster}") { name nodes(first: 5) { edges { node { name } } } } }`;
    return [
      { path: base },
      { path: `${base}/api/v1/namespaces/default/pods?limit=10` },
      { method: 'POST', path: `${base}/api/v1/namespaces/default/pods`, body: pod },
      { method: 'POST', path: '/graphql', body: { query: graphql } },
      { method: 'POST', path: `${base}/runs`, body: { wait: true, allowEmpty: true } },
      { path: `${base}/export` },
      { method: 'POST', path: `${base}/import`, body: many },
      { path: `${base}/changes`, followMs: 300 },
      { method: 'POST', path: `${base}/runs`, body: { wait: false, allowEmpty: true } },
      { path: `${base}/decisions?pageSize=5` },
      { method: 'POST', path: '/v1/clusters', body: { name } },
      { method: 'POST', path: `${base}/runs`, body: { wait: true, dryRun: true, allowEmpty: true } },
      { path: `${base}/revisions` },
      { path: `${base}/ledger` },
    ];
  }

  async #ask({ method = 'GET', path, body, followMs }: Asked): Promise<number> {
    const started = performance.now();
    const isText = typeof body === 'string';
    try {
      const answer = await fetch(this.url + path, {
        method,
        headers: {
          ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
          ...(followMs === undefined ? {} : { accept: 'text/event-stream' }),
        },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
        ...(followMs === undefined ? {} : { signal: AbortSignal.timeout(followMs) }),
      });
      const text = await answer.text();
      if (followMs === undefined) this.slowestMs = Math.max(this.slowestMs, performance.now() - started);
      this.#judge(`${method} ${path}`, answer, text);
      return text.includes('"UNAVAILABLE"') ? 503 : answer.status;
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 200 : 0;
    }
  }

  #judge(asked: string, { status, headers }: Response, text: string): void {
    const isFault = status === 400 || (status >= 500 && (status !== 503 || headers.get('retry-after') === null));
    if (isFault || text.includes('"INTERNAL"') || text.includes('InternalError'))
      this.faults.push({ asked, status, text: text.slice(0, 1_000) });
  }
}
