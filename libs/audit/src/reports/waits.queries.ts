import { ownField } from '#json';
import type { Transaction } from '#database';
import type { Span } from '../search/index.js';
import { addWait, WAIT_COLUMNS, waitOf, type WaitSum } from '../sums/index.js';
import { dayConditions, groupColumn, groupNames, groupOf, groupTexts, type Group, type Period } from './grouping.js';
import { tallyPending } from './pending-tally.js';
import { questionProblems } from './question-problems.js';
import type { Report, ReportQuestion, ReportScope } from './report.js';

/** What waits can be summed up by. */
export type WaitsBy = Period | 'namespace';

/** What is asked of the report: of pods of a namespace, by the day on which they were bound. */
export interface WaitsQuestion extends ReportQuestion {
  readonly filter: Span & { readonly namespace?: string };
  readonly groupBy: readonly WaitsBy[];
}

/**
 * How long pods waited from their creation to their binding, in milliseconds. Kubernetes notes a
 * creation in whole seconds.
 */
export interface Waits {
  readonly group: Group<WaitsBy>;
  /** Bindings of pods of which the creation is known. */
  readonly bindings: number;
  readonly meanMs: number;
  readonly maxMs: number;
  /** Quantiles, each at most 2.5 % off. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** A row of a day, or of what is not in any yet. */
interface DayRow extends Readonly<Record<string, unknown>> {
  readonly sum_ms: string;
  readonly max_ms: string;
  readonly buckets: WaitSum['buckets'];
}

/** A group while it is summed up. */
interface Summed {
  readonly row: DayRow;
  readonly sum: WaitSum;
}

/** Waits summed up: those of the days, and what is not in them yet. The transaction must see one state throughout. */
export async function readWaits(
  tx: Transaction,
  { clusterId, filter, groupBy, offset, limit }: WaitsQuestion & ReportScope,
): Promise<Waits[]> {
  const { namespace } = filter;
  const pending = await tallyPending(tx, clusterId, { ...filter, subjects: [] });
  const values: unknown[] = [clusterId, JSON.stringify([...pending.waits.rows()])];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wheres = [
    ...dayConditions(filter, parameter),
    ...(namespace === undefined ? [] : [`namespace = ${parameter(namespace)}`]),
    'true',
  ].join(' AND ');
  const groups = groupNames(groupBy);
  const columns = groupBy.map((name, index) => `${groupColumn(name)} AS g${index}`);
  const rows = await tx.query<DayRow>(
    `SELECT ${[...groupTexts(groupBy), 'sum_ms', 'max_ms', 'buckets'].join(', ')} FROM (
       SELECT ${[...columns, 'sum_ms', 'max_ms', 'buckets'].join(', ')} FROM (
         SELECT day, namespace, sum_ms, max_ms, buckets FROM decision_waits WHERE cluster_id = $1
         UNION ALL SELECT * FROM jsonb_to_recordset($2::jsonb) AS t(${WAIT_COLUMNS})) counted
       WHERE ${wheres}) grouped ${groups.length === 0 ? '' : `ORDER BY ${groups.join(', ')}`}`,
    values,
  );
  return [...summedUp(rows, groups)]
    .slice(offset, offset + limit)
    .map(({ row, sum }) => waitsOf(sum, groupOf(row, groupBy)));
}

/** The groups, in the order of the rows. */
function summedUp(rows: readonly DayRow[], groups: readonly string[]): Iterable<Summed> {
  const found = new Map<string, Summed>();
  for (const row of rows) {
    const key = JSON.stringify(groups.map((name) => ownField(row, name)));
    let group = found.get(key);
    if (group === undefined) found.set(key, (group = { row, sum: { sum_ms: 0, max_ms: 0, buckets: {} } }));
    addWait(group.sum, { sum_ms: Number(row.sum_ms), max_ms: Number(row.max_ms), buckets: row.buckets });
  }
  return found.values();
}

function waitsOf({ sum_ms: sum, max_ms: maxMs, buckets }: Summed['sum'], group: Waits['group']): Waits {
  // Members that are numbers come in their order.
  const counts = Object.entries(buckets).map(([bucket, count]) => [Number(bucket), count] as const);
  const bindings = counts.reduce((total, [, count]) => total + count, 0);
  const quantile = (share: number): number => Math.min(maxMs, waitOf(bucketAt(counts, share * bindings)));
  return {
    group,
    bindings,
    meanMs: Math.round(sum / bindings),
    maxMs,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
  };
}

/** The first bucket up to which there are so many. */
function bucketAt(counts: readonly (readonly [bucket: number, count: number])[], wanted: number): number {
  let reached = 0;
  for (const [bucket, count] of counts) {
    reached += count;
    if (reached >= wanted) return bucket;
  }
  return 0;
}

/** How long pods waited. */
export const WAITS_REPORT: Report<WaitsQuestion, Waits> = { problems: questionProblems, read: readWaits };
