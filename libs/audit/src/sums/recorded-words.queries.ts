import type { Transaction } from '#database';

/**
 * The plugins, or the reasons, that rejected a node of the cluster, as far as they are summed up. For words that no
 * other source names: it reads the sums of every day.
 */
export async function recordedWords(
  tx: Transaction,
  clusterId: string,
  subject: 'plugin' | 'reason',
): Promise<readonly string[]> {
  const rows = await tx.query<{ word: string }>(
    `SELECT DISTINCT ${subject} AS word FROM decision_totals
     WHERE cluster_id = $1 AND subject = $2 AND ${subject} IS NOT NULL ORDER BY word`,
    [clusterId, subject],
  );
  return rows.map(({ word }) => word);
}
