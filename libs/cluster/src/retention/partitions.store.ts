import type { Transaction } from '#database';

/**
 * Makes the partitions of history that are missing up to `months` from now; resolves to the time until which there is room. A row of a later
 * time would be refused.
 */
export async function makePartitions(tx: Transaction, months: number): Promise<Date> {
  const [row] = await tx.query<{ until: Date }>('SELECT berth_make_partitions(now() + make_interval(months => $1)) AS until', [months]);
  if (row === undefined) throw new Error('berth_make_partitions answered nothing');
  return row.until;
}
