import { Readable } from 'node:stream';
import { BerthClient, importObjects, type RawInit } from '#client';

/** A run as `schedule` answers it; durations as the service itself measured them. */
export interface ScheduledRun {
  readonly uid: string;
  readonly state: string;
  readonly error: string | null;
  readonly counts: { readonly scheduled: number; readonly unschedulable: number; readonly nominated: number };
  readonly durations: { readonly readMs: number; readonly decideMs: number; readonly writeMs: number };
}

/** Something that was answered, and the time from sending the first byte to having the last. */
export interface Timed<T> {
  readonly answer: T;
  readonly ms: number;
}

/** A text, and where its next page is. */
export interface Page {
  readonly text: string;
  readonly next: string | undefined;
}

export interface ScheduleInput {
  readonly clusterId: string;
  readonly pods?: { readonly names: readonly string[] } | { readonly labelSelector: string };
  readonly preemption?: 'off' | 'nominate' | 'evict';
  readonly allowEmpty?: boolean;
}

const SCHEDULE = `mutation ($input: ScheduleInput!) { schedule(input: $input) {
  run { uid state error counts { scheduled unschedulable nominated } durations { readMs decideMs writeMs } }
  refusals { code message } } }`;

/** The service as its users see it, with a clock: what is read out of an answer is off it. */
export class BenchClient {
  readonly api: BerthClient;

  /** With a key where the service wants one. */
  constructor(url: string, key?: string) {
    this.api = new BerthClient({ url, key });
  }

  /** Answers the id of a new cluster. */
  async createCluster(name: string, controllers?: 'none'): Promise<string> {
    return (await this.api.post('/v1/clusters', { body: { name, ...(controllers && { controllers }) } })).id;
  }

  /** Where the log of a cluster ends. */
  async position(clusterId: string): Promise<string> {
    return (await this.api.get('/v1/clusters/{cluster}', { params: { path: { cluster: clusterId } } })).position;
  }

  /** Forks a cluster at a moment. */
  fork(clusterId: string, input: { readonly name: string; readonly at: string }): Promise<Timed<Page>> {
    return timed(() => this.#text(`/v1/clusters/${clusterId}/forks`, json(input)));
  }

  /** Imports the objects as one List; none of them may be rejected. */
  async import(clusterId: string, objects: Iterable<object>): Promise<void> {
    await importObjects(this.api, clusterId, { objects });
  }

  /** Streams a List that is text already. */
  async importText(clusterId: string, list: Iterable<Uint8Array>): Promise<void> {
    const body = Readable.toWeb(Readable.from(list)) as NonNullable<RawInit['body']>;
    const headers = { 'content-type': 'application/json' };
    await this.#text(`/v1/clusters/${clusterId}/import`, { method: 'POST', headers, body, duplex: 'half' });
  }

  /** One call of the mutation. @throws unless its run is complete */
  async schedule(input: ScheduleInput): Promise<Timed<ScheduledRun>> {
    const { answer, ms } = await this.graphql<{
      readonly schedule: { readonly run: ScheduledRun | null; readonly refusals: readonly object[] };
    }>(SCHEDULE, { input });
    const { run, refusals } = answer.schedule;
    if (run?.state !== 'complete') throw new Error(`schedule: ${JSON.stringify({ run, refusals })}`);
    return { answer: run, ms };
  }

  async graphql<T>(query: string, variables: object): Promise<Timed<T>> {
    const { answer, ms } = await timed(() => this.#text('/graphql', json({ query, variables })));
    const { data, errors } = JSON.parse(answer.text) as { readonly data: T; readonly errors?: readonly object[] };
    if (errors !== undefined) throw new Error(`graphql: ${JSON.stringify(errors)}`);
    return { answer: data, ms };
  }

  /** Reads a page; a path from `next` may be absolute. */
  get(path: string, accept = 'application/json'): Promise<Timed<Page>> {
    return timed(() => this.#text(path, { headers: { accept } }));
  }

  /** Asks for an answer that is not looked at. */
  post(path: string, body: object): Promise<Timed<Page>> {
    return timed(() => this.#text(path, json(body)));
  }

  async #text(path: string, request: RawInit): Promise<Page> {
    const { pathname, search } = new URL(path, this.api.url);
    const response = await this.api.fetch(pathname + search, request);
    const text = await response.text();
    return { text, next: /<([^>]*)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1] };
  }
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const begun = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - begun };
}

function json(body: object): RawInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
