import { quantile } from '../quantile.js';
import type { BenchClient } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { importNodes, importPending } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { whileReading } from './asking-meanwhile.js';

/** LeastAllocated against this. */
const PACKING = {
  schedulerName: 'packing',
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: {
        scoringStrategy: {
          type: 'MostAllocated',
          resources: [
            { name: 'cpu', weight: 1 },
            { name: 'memory', weight: 1 },
          ],
        },
      },
    },
  ],
};

/**
 * Pending pods in 100 classes under the default profile against one that packs: seconds of the first time, when the
 * cluster is read, and of the second; the memory of the service, and what a process that only reads notices meanwhile.
 */
export const comparison: FurtherFigure = {
  size: { nodes: 5000, pods: 50_000, rounds: 1000 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, options: FigureOptions): Promise<FigureValues> {
  const { nodes, pods, rounds, progress } = options;
  const { client } = service;
  progress('preparing', 0, 3);
  const quiet = await importNodes(client, 50);
  await importPending(client, quiet, { first: 0, end: 100 });
  const cluster = await importNodes(client, nodes, 'compared');
  await importPending(client, cluster, { first: 0, end: pods });
  await service.idle();
  progress('idle', 1, 3);
  const idle = await whileReading(client, quiet, { most: rounds });
  const idleRssBytes = service.memory().rssBytes;
  progress('comparing', 2, 3);
  const first = await whileReading(client, quiet, { work: () => compare(client, cluster) });
  const again = await whileReading(client, quiet, { work: () => compare(client, cluster) });
  return {
    firstSeconds: first.seconds,
    seconds: again.seconds,
    podsPerSecond: pods / again.seconds,
    idleReadP99Ms: quantile(idle.readMs, 0.99),
    readP99Ms: quantile([...first.readMs, ...again.readMs], 0.99),
    idleRssMiB: idleRssBytes / 2 ** 20,
    rssMiB: service.memory().rssBytes / 2 ** 20,
    peakRssMiB: service.memory().peakBytes / 2 ** 20,
  };
}

function compare(client: BenchClient, cluster: string): Promise<unknown> {
  const body = { a: {}, b: { profile: PACKING }, limit: 10 };
  return client.post(`/v1/clusters/${cluster}/comparisons`, body);
}
