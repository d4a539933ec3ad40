import { quantile } from '../quantile.js';
import { BenchService } from '../service/bench-service.js';
import { importBoundCluster, pendingPodName } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';

const MEBIBYTE = 2 ** 20;

/**
 * A cluster beyond what Kubernetes documents: the time of the first `schedule` after a restart, which reads it
 * from PostgreSQL, and the memory of the service then; and of the calls after it. The calls are of one pod:
 * what they take is the cluster.
 */
export const largeCluster: FurtherFigure = {
  size: { nodes: 20_000, pods: 500_000, rounds: 10 },
  measure: (options) => BenchService.with((service) => measure(service, options)),
};

async function measure(service: BenchService, { nodes, pods, rounds, progress }: FigureOptions): Promise<FigureValues> {
  const begun = performance.now();
  const size = { nodes, boundPods: pods, pendingPods: rounds + 1 };
  const clusterId = await importBoundCluster(service.client, size, (done, of) => {
    progress('importing', done, of);
  });
  const importMs = performance.now() - begun;
  await service.restart();
  const started = service.memory();
  const scheduleOne = (index: number) =>
    service.client.schedule({ clusterId, pods: { names: [pendingPodName(index)] } });
  progress('calling', 0, rounds + 1);
  const {
    answer: { durations },
    ms: coldMs,
  } = await scheduleOne(0);
  const loaded = service.memory();
  const warmMs: number[] = [];
  for (let index = 1; index <= rounds; index += 1) {
    progress('calling', index, rounds + 1);
    warmMs.push((await scheduleOne(index)).ms);
  }
  const after = service.memory();
  return {
    importSeconds: importMs / 1000,
    coldMs,
    coldReadMs: durations.readMs,
    coldDecideMs: durations.decideMs,
    coldWriteMs: durations.writeMs,
    warmP50Ms: quantile(warmMs, 0.5),
    startedMiB: started.rssBytes / MEBIBYTE,
    loadedMiB: loaded.rssBytes / MEBIBYTE,
    afterCallsMiB: after.rssBytes / MEBIBYTE,
    peakMiB: after.peakBytes / MEBIBYTE,
  };
}
