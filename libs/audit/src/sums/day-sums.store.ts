import type { Transaction } from '#database';
import { addWaitsTo, SUMS, type TotalsRow, type WaitBuckets, type WaitsRow } from './tally.js';

/** The columns of sums, as `jsonb_to_recordset` takes them. */
export const TOTAL_COLUMNS =
  'subject text, day date, key text, namespace text, outcome text, profile text, plugin text, reason text, ' +
  `resource text, ${SUMS.map((name) => `"${name}" bigint`).join(', ')}`;

/** The columns of waits, as `jsonb_to_recordset` takes them. */
export const WAIT_COLUMNS = 'day date, namespace text, sum_ms bigint, max_ms bigint, buckets jsonb';

/** Adds to the sums of each day. */
export async function addTotals(tx: Transaction, clusterId: string, rows: readonly TotalsRow[]): Promise<void> {
  const names = ['subject', 'day', 'key', 'namespace', 'outcome', 'profile', 'plugin', 'reason', 'resource', ...SUMS];
  const values = names.map((name) => (name === 'key' ? "decode(t.key, 'hex')" : `t."${name}"`));
  await tx.execute(
    `INSERT INTO decision_totals AS kept (cluster_id, ${names.map((name) => `"${name}"`).join(', ')})
     SELECT $1, ${values.join(', ')} FROM jsonb_to_recordset($2::jsonb) AS t(${TOTAL_COLUMNS})
     ON CONFLICT (cluster_id, subject, day, key) DO UPDATE
     SET ${SUMS.map((name) => `"${name}" = kept."${name}" + excluded."${name}"`).join(', ')}`,
    [clusterId, totalsAsJson(rows)],
  );
}

/** Adds to the waits of each day. The caller holds the lock of the index: no other transaction adds to them. */
export async function addWaits(tx: Transaction, clusterId: string, rows: readonly WaitsRow[]): Promise<void> {
  const kept = await tx.query<{ day: string; namespace: string; sum_ms: string; max_ms: string; buckets: WaitBuckets }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, namespace, sum_ms, max_ms, buckets FROM decision_waits
     WHERE cluster_id = $1 AND (day, namespace) IN (SELECT * FROM unnest($2::date[], $3::text[]))`,
    [clusterId, rows.map(({ day }) => day), rows.map(({ namespace }) => namespace)],
  );
  const byKey = new Map(rows.map((row) => [`${row.day}\n${row.namespace}`, { ...row, buckets: { ...row.buckets } }]));
  for (const { day, namespace, sum_ms: sum, max_ms: max, buckets } of kept) {
    const row = byKey.get(`${day}\n${namespace}`);
    if (row !== undefined) addWaitsTo(row, { sum_ms: Number(sum), max_ms: Number(max), buckets });
  }
  await tx.execute(
    `INSERT INTO decision_waits (cluster_id, day, namespace, sum_ms, max_ms, buckets)
     SELECT $1, t.* FROM jsonb_to_recordset($2::jsonb) AS t(${WAIT_COLUMNS})
     ON CONFLICT (cluster_id, day, namespace) DO UPDATE SET sum_ms = excluded.sum_ms, max_ms = excluded.max_ms,
       buckets = excluded.buckets`,
    [clusterId, JSON.stringify([...byKey.values()])],
  );
}

/** As `jsonb_to_recordset` reads them, without the pods. */
export function totalsAsJson(rows: readonly TotalsRow[]): string {
  return JSON.stringify(rows.map(({ key, pods: _, ...row }) => ({ ...row, key: key.toString('hex') })));
}
