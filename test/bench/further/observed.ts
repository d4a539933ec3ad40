import { setTimeout } from 'node:timers/promises';
import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster, pendingPod } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

const A_SECOND = 20;
/** Bindings before the clock runs: the state is in memory then. */
const WARM_UP = 20;
/** How often it is looked at whether all is judged. */
const LOOK_MS = 100;

/**
 * A cluster that follows a real one, in which a scheduler binds 20 pods a second: how long after a binding is seen
 * Berth's own decision stands beside it, and what the service takes for each, beside what it takes for a change that is
 * no decision.
 */
export const observed: FurtherFigure = {
  size: { nodes: 5_000, pods: 50_000, rounds: 400 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, { nodes, pods, rounds, progress }: FigureOptions): Promise<FigureValues> {
  const size = { controllers: 'none', nodes, boundPods: pods, pendingPods: WARM_UP + rounds } as const;
  const clusterId = await importBoundCluster(service.client, size, (done, of) => {
    progress('importing', done, of);
  });
  const mirror = new BenchMirror(service, clusterId);
  await mirror.send([], { source: 'bench' });
  // Each node once: those that are left are the best, and no scheduler could do otherwise.
  const bound = (index: number): object => pendingPod(index, `node-${(index * 7) % nodes}`);
  for (let index = 0; index < WARM_UP; index += 1) await mirror.send([bound(index)]);
  await mirror.judged();
  const phase = async (name: string, objectOf: (index: number) => object): Promise<number> => {
    const before = service.cpuSeconds();
    for (let index = 0; index < rounds; index += 1) {
      progress(name, index, rounds);
      const next = setTimeout(1_000 / A_SECOND);
      await mirror.send([objectOf(WARM_UP + index)]);
      await next;
    }
    await mirror.judged();
    return ((service.cpuSeconds() - before) * 1_000) / rounds;
  };
  const bindingCpuMs = await phase('binding', bound);
  const changeCpuMs = await phase('changing', (index) => withLabel(bound(index)));
  const { delays, agreeing } = await judgedOf(service, clusterId);
  const last = delays.slice(-rounds);
  return {
    delayP50Ms: quantile(last, 0.5),
    delayP99Ms: quantile(last, 0.99),
    ...{ bindingCpuMs, changeCpuMs, decisionCpuMs: bindingCpuMs - changeCpuMs },
    agreeingShare: agreeing / delays.length,
    residentMiB: service.memory().rssBytes / 2 ** 20,
  };
}

/** Sends what is seen, batch by batch. */
class BenchMirror {
  #sequence = 0;

  constructor(
    private readonly service: BenchService,
    private readonly clusterId: string,
  ) {}

  async send(objects: readonly object[], more: Readonly<Record<string, string>> = {}): Promise<void> {
    const at = new Date().toISOString();
    const body = objects.map((object) => `${JSON.stringify({ type: 'MODIFIED', object, at })}\n`).join('');
    const query = new URLSearchParams({ stream: 'bench', sequence: String(this.#sequence++), ...more });
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = `/v1/clusters/${this.clusterId}/mirror?${query}`;
    await (await this.service.client.api.fetch(path, { method: 'POST', headers, body })).arrayBuffer();
  }

  /** Resolves when something stands beside every decision. */
  async judged(): Promise<void> {
    const params = { path: { cluster: this.clusterId } };
    while (((await this.service.client.api.get('/v1/clusters/{cluster}', { params })).mirror?.unjudged ?? 0) > 0)
      await setTimeout(LOOK_MS);
  }
}

function withLabel(object: object): object {
  const { metadata, ...rest } = object as { readonly metadata: { readonly labels?: object } };
  return { ...rest, metadata: { ...metadata, labels: { ...metadata.labels, turn: 'second' } } };
}

/** How long each binding was seen before it was judged, in the order of the log; and how many agree. */
async function judgedOf(
  service: BenchService,
  clusterId: string,
): Promise<{ readonly delays: readonly number[]; readonly agreeing: number }> {
  const { rows } = await service.withDatabase((database) =>
    database.query<{ delay: number; agrees: boolean }>(
      `SELECT extract(epoch FROM r.created_at - (d.observed ->> 'at')::timestamptz)::float8 * 1000 AS delay,
         d.observed ->> 'agreement' IN ('same', 'tie') AS agrees
       FROM decisions d JOIN runs r ON r.cluster_id = d.cluster_id AND r.run_id = d.run_id
       WHERE d.cluster_id = $1 AND d.outcome = 'observed' ORDER BY (d.observed ->> 'position')::bigint`,
      [clusterId],
    ),
  );
  return { delays: rows.map(({ delay }) => delay), agreeing: rows.filter(({ agrees }) => agrees).length };
}
