import type { Transaction } from '#database';
import { tallyPending, type Span } from './pending-tally.js';
import { groupColumn, groupNames, groupOf, groupTexts, type Group, type Period } from './report-groups.js';
import { waitOf } from './tally.js';
import { dayText } from './totals.queries.js';

/** What waits can be summed up by. */
export type WaitsBy = Period | 'namespace';

export interface WaitsQuery {
  readonly clusterId: string;
  /** Times are beginnings of days, UTC: of the day on which the pod was bound. */
  readonly filter: Span & { readonly namespace?: string };
  readonly groupBy: readonly WaitsBy[];
  readonly offset: number;
  readonly limit: number;
}

/** How long pods waited from their creation to their binding, in milliseconds. Kubernetes notes a creation in whole seconds. */
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

const QUANTILES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

/** Waits summed up: those of the days, and what is not in them yet. The transaction must see one state throughout. */
export async function readWaits(tx: Transaction, { clusterId, filter, groupBy, offset, limit }: WaitsQuery): Promise<Waits[]> {
  const { since, until, namespace } = filter;
  const pending = await tallyPending(tx, clusterId, { ...filter, subjects: [] });
  const values: unknown[] = [clusterId, JSON.stringify(pending.waits), offset, limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const wheres = [
    ...(since === undefined ? [] : [`day >= ${place(dayText(since))}::date`]),
    ...(until === undefined ? [] : [`day < ${place(dayText(until))}::date`]),
    ...(namespace === undefined ? [] : [`namespace = ${place(namespace)}`]),
    'true',
  ].join(' AND ');
  const groups = groupNames(groupBy);
  const columns = 'day, namespace, bucket, decisions, sum_ms, max_ms';
  const own = groups.map((name) => `reached.${name}`).join(', ');
  const whole = groups.length === 0 ? '' : `PARTITION BY ${groups.join(', ')}`;
  const rows = await tx.query<Readonly<Record<string, string | null>>>(
    `WITH counted AS (
       SELECT ${columns} FROM decision_waits WHERE cluster_id = $1 AND ${wheres}
       UNION ALL SELECT ${columns} FROM jsonb_to_recordset($2::jsonb) AS t(day date, namespace text, bucket int, decisions bigint, sum_ms bigint, max_ms bigint) WHERE ${wheres}),
     grouped AS (
       SELECT ${[...groupBy.map((name, index) => `${groupColumn(name)} AS g${index}`), 'bucket'].join(', ')},
         sum(decisions) AS bindings, sum(sum_ms) AS sum_ms, max(max_ms) AS max_ms
       FROM counted GROUP BY ${[...groups, 'bucket'].join(', ')}),
     reached AS (SELECT *, sum(bindings) OVER (${whole} ORDER BY bucket) AS reached, sum(bindings) OVER (${whole}) AS whole FROM grouped)
     SELECT ${[...groupTexts(groupBy), 'sum(bindings) AS bindings', 'sum(sum_ms) AS sum_ms', 'max(max_ms) AS max_ms'].join(', ')},
       ${Object.entries(QUANTILES).map(([name, share]) => `min(bucket) FILTER (WHERE reached >= ${share} * whole) AS ${name}`).join(', ')}
     FROM reached ${groups.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${own} ORDER BY ${own}`} OFFSET $3 LIMIT $4`,
    values);
  return rows.map((row) => waitsOf(row, groupBy));
}

function waitsOf(row: Readonly<Record<string, string | null>>, groupBy: readonly WaitsBy[]): Waits {
  const bindings = Number(row['bindings']);
  const maxMs = Number(row['max_ms']);
  const quantile = (name: keyof typeof QUANTILES): number => Math.min(maxMs, waitOf(Number(row[name])));
  return {
    group: groupOf(row, groupBy), bindings, meanMs: Math.round(Number(row['sum_ms']) / bindings), maxMs,
    p50Ms: quantile('p50'), p95Ms: quantile('p95'), p99Ms: quantile('p99'),
  };
}
