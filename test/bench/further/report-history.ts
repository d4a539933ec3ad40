import type { BenchClient } from '../service/bench-client.js';
import { BenchService } from '../service/bench-service.js';
import { importNodes, importPending } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { readReport } from './read-report.js';

const MEBIBYTE = 2 ** 20;

/** By the names of their values. */
const REPORTS = {
  capacity: 'capacity',
  buckets: 'capacity?buckets=30',
  placement: 'placement-quality?buckets=30',
  decisions: 'decisions',
  waits: 'waits',
  priorities: 'waits?by=priority',
  chargeback: 'chargeback',
  owners: 'chargeback?by=owner',
} as const;

/**
 * Reports over a long history: in each round pods come and are placed, and those of the round before go. Each report is
 * read twice by a service that has just started: the first time the state is read, the second time it is in memory.
 */
export const reportHistory: FurtherFigure = {
  size: { nodes: 1_000, pods: 10_000, rounds: 100 },
  measure: (options) => BenchService.with((service) => measure(service, options), { MALLOC_ARENA_MAX: '2' }),
};

async function measure(service: BenchService, options: FigureOptions): Promise<FigureValues> {
  const cluster = await live(service.client, options);
  const decided = options.pods * options.rounds;
  const values: Record<string, number> = { decisions: decided };
  for (const [index, [name, path]] of Object.entries(REPORTS).entries()) {
    options.progress('reading reports', index, Object.keys(REPORTS).length);
    await service.restart();
    await service.idle();
    service.forgetPeak();
    const { rssBytes } = service.memory();
    const url = `${service.url}/v1/clusters/${cluster}/reports/${path}`;
    const cpu = service.cpuSeconds();
    for (const when of ['cold', 'warm'])
      values[`${name}.${when}Seconds`] = (await readReport(url, 'text/csv')).ms / 1_000;
    values[`${name}.cpuMicrosPerDecision`] = ((service.cpuSeconds() - cpu) * 1e6) / decided;
    values[`${name}.growthMiB`] = (service.memory().peakBytes - rssBytes) / MEBIBYTE;
  }
  return values;
}

/** Answers the cluster in which so many pods came and went. */
async function live(client: BenchClient, { nodes, pods, rounds, progress }: FigureOptions): Promise<string> {
  const clusterId = await importNodes(client, nodes);
  const path = `/v1/clusters/${clusterId}/api/v1/namespaces/apps/pods`;
  for (let round = 0; round < rounds; round += 1) {
    progress('living', round, rounds);
    if (round > 0) await client.api.fetch(path, { method: 'DELETE' });
    await importPending(client, clusterId, { first: round * pods, end: (round + 1) * pods });
    await client.schedule({ clusterId, preemption: 'off' });
  }
  return clusterId;
}
