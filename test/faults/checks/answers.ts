import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Finding, FindingKind } from '../finding.js';
import type { Client } from '../workload/client.js';
import type { Answer, Request, Write } from '../workload/record.js';
import { describe } from './acknowledged.js';
import type { LogDecision } from './log.js';
import { compareDecision, type ListedDecision } from './reads.js';
import type { State } from './state.js';

interface Listed {
  readonly metadata: { readonly continue?: string };
  readonly items: readonly {
    readonly metadata: {
      readonly name: string;
      readonly namespace?: string;
      readonly uid: string;
      readonly resourceVersion: string;
    };
    readonly spec?: { readonly nodeName?: string };
  }[];
}

/** The Kubernetes API has reasons instead of codes. */
const REUSED = new Set(['IDEMPOTENCY_KEY_REUSED', 'Invalid']);
const ATTEMPTS = 100;
const PAUSE_MS = 200;

/** What every process of the service answers when all is quiet is what the log and the client's record say. */
export class AnswersCheck {
  readonly findings: Finding[] = [];
  checked = 0;

  constructor(
    private readonly client: Client,
    private readonly services: number,
  ) {}

  /** The pods and nodes of a cluster, of each process: nobody has an old state in memory. */
  async compareState(cluster: string, state: State): Promise<void> {
    for (const [kind, path] of [
      ['Pod', 'pods'],
      ['Node', 'nodes'],
    ] as const) {
      const want = [...state.values()]
        .filter((object) => object.kind === kind)
        .map(({ namespace, name, uid, position, body }) =>
          [namespace, name, uid, position, (kind === 'Pod' && body.spec?.nodeName) || 'no node'].join(' '),
        );
      for (let service = 0; service < this.services; service++) {
        const have = await this.#list(`/v1/clusters/${cluster}/api/v1/${path}?limit=500`, service);
        if (!isDeepStrictEqual(have.toSorted(), want.toSorted()))
          this.#add('state', `service ${service + 1} has other ${path} of cluster ${cluster} than the log leads to`);
        this.checked++;
      }
    }
  }

  async #list(path: string, service: number): Promise<string[]> {
    const listed: string[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const from: string = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
      const { body } = await this.#ask({ method: 'GET', path: `${path}${from}` }, { service });
      const { items, metadata } = body as Listed;
      for (const { metadata: own, spec } of items)
        listed.push(
          [own.namespace ?? '', own.name, own.uid, own.resourceVersion, spec?.nodeName ?? 'no node'].join(' '),
        );
      next = metadata.continue === '' ? undefined : metadata.continue;
    }
    return listed;
  }

  /** A key that was used answers the same again, and refuses another request. */
  async repeat(write: Write): Promise<void> {
    const { key, answer, request } = write;
    if (key === undefined || answer === undefined) return;
    this.checked++;
    const again = await this.#ask(request, { key });
    // Over GraphQL what is shown of an outcome is read anew.
    const isSame = request.path === '/graphql' || isDeepStrictEqual(again.body, answer.body);
    if (again.status !== answer.status || !isSame)
      this.#add('doubled', `${describe(write)}: again it is ${again.status} ${JSON.stringify(again.body)}`);
    const other = await this.#ask(mutated(request), { key });
    if (other.status !== 422 || !REUSED.has(other.code ?? ''))
      this.#add('doubled', `${describe(write)}: with another body the key is answered ${other.status} ${other.code}`);
  }

  /** A run that was answered is answered the same when it is read. */
  async readRun({ answer, effect }: Write): Promise<void> {
    const said = answer?.body as { readonly id?: string; readonly state?: string };
    if (effect.kind !== 'run' || said.id === undefined || said.state === 'running') return;
    this.checked++;
    const { status, body } = await this.#ask({ method: 'GET', path: `/v1/clusters/${effect.cluster}/runs/${said.id}` });
    // 404: its cluster was deleted; 410: the run is in an archive.
    if (status !== 404 && status !== 410 && !isDeepStrictEqual(body, answer?.body))
      this.#add('lost', `run ${said.id} was ${JSON.stringify(said)}, and is ${status} ${JSON.stringify(body)}`);
  }

  /**
   * The decisions of a run, of each process: as the log has them, digests of traces too; and the trace of the first one
   * is the same from all.
   */
  async readDecisions(run: string, cluster: string, logged: ReadonlyMap<string, LogDecision>): Promise<void> {
    const base = `/v1/clusters/${cluster}/decisions`;
    const traces: unknown[] = [];
    for (let service = 0; service < this.services; service++) {
      const { status, body } = await this.#ask({ method: 'GET', path: `${base}?run=${run}&pageSize=100` }, { service });
      // Its cluster was deleted, or it is in an archive.
      if (status !== 200) return;
      const { items } = body as { readonly items: readonly ListedDecision[] };
      this.checked++;
      for (const item of items)
        compareDecision(item, logged, (kind, what) => {
          this.#add(kind, `service ${service + 1}: ${what}`);
        });
      const traced = items.find(({ traceDigest }) => traceDigest !== null);
      if (traced === undefined) continue;
      traces.push((await this.#ask({ method: 'GET', path: `${base}/${traced.id}/trace` }, { service })).body);
    }
    if (traces.some((trace) => !isDeepStrictEqual(trace, traces[0])))
      this.#add('digest', `processes have different traces of a decision of run ${run}`);
  }

  /** Until it is answered: when all is quiet, that is soon. */
  async #ask(request: Request, where: { readonly service?: number; readonly key?: string } = {}): Promise<Answer> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const answer = await this.client.attempt(request, { what: 'check', id: this.client.fresh('check'), ...where });
      if (typeof answer === 'object' && answer.status < 500 && answer.status !== 429) return answer;
      await pause(PAUSE_MS);
    }
    throw new Error(`${request.method} ${request.path} is not answered although all is quiet`);
  }

  #add(kind: FindingKind, what: string): void {
    this.findings.push({ kind, what });
  }
}

/** The same request with one thing changed in it that is allowed. */
function mutated(request: Request): Request {
  const body = structuredClone(request.body) as Mutable;
  if (request.path === '/graphql') {
    const { input } = body.variables ?? {};
    if (input?.manifest !== undefined) input.manifest.metadata.labels = { other: 'yes' };
    else if (input?.preemption !== undefined) input.preemption = 'off';
    else if (input?.name !== undefined) input.name += '-other';
  } else if (body.items !== undefined) body.items.pop();
  else if (body.metadata !== undefined) body.metadata.labels = { other: 'yes' };
  else if (request.path.endsWith('/runs'))
    Object.assign(body, { tieBreak: 'seeded', seed: body.seed === '1' ? '2' : '1' });
  else if (body.schedulerName !== undefined) body.schedulerName += '-other';
  else body.name += '-other';
  return { ...request, body };
}

interface Mutable {
  metadata?: { labels: object };
  items?: unknown[];
  seed?: string;
  schedulerName?: string;
  name?: string;
  variables?: { input: { manifest?: { metadata: { labels: object } }; preemption?: string; name?: string } };
}
