import { BenchService } from '../service/bench-service.js';
import { importNodes } from '../service/bound-cluster.js';
import type { FigureOptions, FigureValues, FurtherFigure } from './further-figure.js';
import { readReport } from './read-report.js';

const MEBIBYTE = 2 ** 20;
const FORMS = { csv: 'text/csv', parquet: 'application/vnd.apache.parquet' } as const;

/** The most buckets that a report takes. */
const BUCKETS = 366;
const RESOURCES = ['cpu', 'memory', 'pods'];

/**
 * What a report of a million rows takes of the memory of the service: one row for each node, resource and bucket, in
 * each form by a service that has just started and has answered a tenth of the rows before.
 */
export const reportRows: FurtherFigure = {
  size: { nodes: 1_000, pods: 1, rounds: 1 },
  // As `npm start` and the container have it.
  measure: (options) => BenchService.with((service) => measure(service, options), { MALLOC_ARENA_MAX: '2' }),
};

async function measure(service: BenchService, { nodes, progress }: FigureOptions): Promise<FigureValues> {
  const cluster = await importNodes(service.client, nodes);
  const from = Date.now();
  const path = (buckets: number): string => {
    const times = `from=${new Date(from).toISOString()}&to=${new Date(from + BUCKETS).toISOString()}`;
    const asked = `by=node&resources=${RESOURCES.join(',')}&buckets=${buckets}&${times}`;
    return `/v1/clusters/${cluster}/reports/capacity?${asked}`;
  };
  const found: FigureValues[] = [{ rows: nodes * RESOURCES.length * BUCKETS }];
  const digests = new Set<string>();
  for (const [index, [form, accept]] of Object.entries(FORMS).entries()) {
    progress('reading rows', index, Object.keys(FORMS).length);
    await service.restart();
    await readReport(service.url + path(Math.ceil(BUCKETS / 10)), accept);
    await service.idle();
    service.forgetPeak();
    const { rssBytes } = service.memory();
    const cpu = service.cpuSeconds();
    const { digest, bytes, ms } = await readReport(service.url + path(BUCKETS), accept);
    digests.add(digest);
    found.push({
      [`${form}GrowthMiB`]: (service.memory().peakBytes - rssBytes) / MEBIBYTE,
      [`${form}CpuSeconds`]: service.cpuSeconds() - cpu,
      [`${form}Seconds`]: ms / 1_000,
      [`${form}MiB`]: bytes / MEBIBYTE,
    });
  }
  if (digests.size !== 1) throw new Error(`the rows have ${digests.size} digests`);
  return Object.assign({}, ...found) as FigureValues;
}
