import { randomUUID } from 'node:crypto';
import { kubectlOutput } from '../../reliability/kubectl-output.js';
import { quantile } from '../quantile.js';
import type { BenchClient } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { importNodes, importPending } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { whileReading, type Reads } from './asking-meanwhile.js';

/** An import of these is 100 MB for 50,000 pods. */
const IMPORTED_SHARE = 46_000 / 50_000;

/** Runs of a cluster, and of two at once, are of so many pods each; so often, the fastest of each counts. */
const TWO_SHARE = 1 / 5;
const TWO_ROUNDS = 3;

/**
 * What others notice of long work: small reads while nothing goes on, during a run, and during an import; and runs of
 * two clusters at once against a run of one. The reads are made by a process that does nothing else.
 */
export const fairness: FurtherFigure = {
  size: { nodes: 5000, pods: 50_000, rounds: 1000 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, options: FigureOptions): Promise<FigureValues> {
  const { client } = service;
  const { pods, rounds, progress } = options;
  const said = (phase: string): void => {
    progress(phase, 0, 1);
  };
  said('preparing');
  const quiet = await importNodes(client, 50);
  await importPending(client, quiet, { first: 0, end: 100 });
  const two = await twoAtOnce(client, options, said);
  const busy = await preparedCluster(client, options, pods);
  const manifests = [...kubectlOutput('json', Math.round(pods * IMPORTED_SHARE))];
  await service.idle();
  said('idle');
  const idle = await whileReading(client, quiet, { most: rounds });
  said('run');
  const run = await whileReading(client, quiet, {
    work: () => client.schedule({ clusterId: busy, preemption: 'off' }),
  });
  await service.idle();
  said('import');
  const imported = await whileReading(client, quiet, {
    work: async () => client.importText(await client.createCluster('imported'), manifests),
  });
  return { ...readsOf('idle', idle, idle), ...readsOf('run', run, idle), ...readsOf('import', imported, idle), ...two };
}

function readsOf(name: string, { readMs, seconds }: Reads, idle: Reads): FigureValues {
  const p99 = quantile(readMs, 0.99);
  return {
    [`${name}Seconds`]: seconds,
    [`${name}Reads`]: readMs.length,
    [`${name}ReadP50Ms`]: quantile(readMs, 0.5),
    [`${name}ReadP99Ms`]: p99,
    [`${name}ReadMaxMs`]: Math.max(...readMs),
    [`${name}P99TimesIdle`]: p99 / quantile(idle.readMs, 0.99),
  };
}

/** A cluster with its nodes in memory, and pods that wait. */
async function preparedCluster(client: BenchClient, { nodes }: FigureOptions, pods: number): Promise<string> {
  const clusterId = await importNodes(client, nodes, `busy-${randomUUID()}`);
  await client.schedule({ clusterId, preemption: 'off', allowEmpty: true });
  await importPending(client, clusterId, { first: 0, end: pods });
  return clusterId;
}

/** Rounds of a run of one cluster and of runs of two at once; before them one of each, which compile what is run. */
async function twoAtOnce(
  client: BenchClient,
  options: FigureOptions,
  progress: (phase: string) => void,
): Promise<FigureValues> {
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round <= TWO_ROUNDS; round += 1) {
    progress(`two clusters, round ${round}`);
    const clusters: string[] = [];
    for (let index = 0; index < 4; index += 1)
      clusters.push(await preparedCluster(client, options, Math.round(options.pods * TWO_SHARE)));
    const run = (clusterId: string) => client.schedule({ clusterId, preemption: 'off' });
    // Clusters that were made one after the other are in different threads.
    const [first = '', second = '', third = ''] = clusters;
    const oneMs = await time(() => run(first));
    const twoMs = await time(() => Promise.all([run(second), run(third)]));
    if (round === 0) continue;
    one.push(oneMs);
    two.push(twoMs);
  }
  return { oneRunMs: Math.min(...one), twoRunsMs: Math.min(...two), twoTimesOne: Math.min(...two) / Math.min(...one) };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
