import { setTimeout } from 'node:timers/promises';
import { SchedulerClient, type BoundPod } from '../../clients/scheduler-client.js';
import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import { importNodes } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { smallPod } from './small-pod.js';

const BINDS_A_SECOND = 500;

/**
 * A scheduler of its own, over the Kubernetes API with protobuf bodies, that binds 500 pods a second: how many it is,
 * how long a binding takes, and when its watch shows it. Twice as many pods: the first half by a service that has just
 * started. The client and PostgreSQL share the cores with the service.
 */
export const binder: FurtherFigure = {
  size: { nodes: 100, pods: 1_000, rounds: 1 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, { nodes, pods, progress }: FigureOptions): Promise<FigureValues> {
  const clusterId = await importNodes(service.client, nodes, 'bound');
  await service.client.import(clusterId, pending(2 * pods));
  const scheduler = await SchedulerClient.start({ base: `${service.url}/v1/clusters/${clusterId}`, headers: {} });
  try {
    const [names, waiting] = [scheduler.nodes(), scheduler.pending()];
    const bind = async (some: typeof waiting, begun: number): Promise<{ bound: BoundPod[]; seconds: number }> => {
      const since = performance.now();
      const bound = await Promise.all(
        some.map(async (pod, index) => {
          await setTimeout((index / BINDS_A_SECOND) * 1_000);
          progress('binding', begun + index, 2 * pods);
          return scheduler.bind(pod, names[index % names.length] ?? '');
        }),
      );
      return { bound, seconds: (performance.now() - since) / 1_000 };
    };
    const first = await bind(waiting.slice(0, pods), 0);
    const cpuBefore = service.cpuSeconds();
    const databaseBefore = service.databaseCpuSeconds();
    const { bound, seconds } = await bind(waiting.slice(pods), pods);
    const cpuSeconds = service.cpuSeconds() - cpuBefore;
    const databaseSeconds = service.databaseCpuSeconds() - databaseBefore;
    const answered = bound.map(({ answeredMs }) => answeredMs);
    const seen = bound.map(({ seenMs }) => seenMs);
    return {
      firstBindsPerSecond: pods / first.seconds,
      bindsPerSecond: pods / seconds,
      answeredP50Ms: quantile(answered, 0.5),
      answeredP99Ms: quantile(answered, 0.99),
      seenP50Ms: quantile(seen, 0.5),
      seenP99Ms: quantile(seen, 0.99),
      cpuMsEach: (cpuSeconds / pods) * 1_000,
      databaseCpuMsEach: (databaseSeconds / pods) * 1_000,
    };
  } finally {
    scheduler.stop();
  }
}

function* pending(count: number): Iterable<object> {
  for (let index = 0; index < count; index += 1) {
    yield smallPod({ name: `pod-${index}`, namespace: 'apps' });
  }
}
