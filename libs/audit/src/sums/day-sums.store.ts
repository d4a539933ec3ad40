import type { Transaction } from '#database';
import { SUMS, type TotalsRow } from './tally.js';

/** The columns of sums, as `jsonb_to_recordset` takes them. */
export const TOTAL_COLUMNS =
  'subject text, day date, key text, namespace text, outcome text, profile text, plugin text, reason text, ' +
  `resource text, ${SUMS.map((name) => `"${name}" bigint`).join(', ')}`;

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

/** As `jsonb_to_recordset` reads them, without the pods. */
export function totalsAsJson(rows: readonly TotalsRow[]): string {
  return JSON.stringify(rows.map(({ key, pods: _, ...row }) => ({ ...row, key: key.toString('hex') })));
}
