import type { Transaction } from '#database';

/** The time of a change, by the clock of its cluster where it has one. */
export async function timeAtPosition(tx: Transaction, clusterId: string, position: bigint): Promise<Date | undefined> {
  const [found] = await tx.query<{ at: Date }>(
    'SELECT coalesce(cluster_at, at) AS at FROM changes WHERE cluster_id = $1 AND position = $2',
    [clusterId, position],
  );
  return found?.at;
}

/** The time of the oldest revision that is stored, likewise. */
export async function oldestTime(tx: Transaction, clusterId: string): Promise<Date | undefined> {
  const [found] = await tx.query<{ at: Date }>(
    `SELECT coalesce(c.cluster_at, r.at) AS at FROM revisions r
       LEFT JOIN changes c ON c.cluster_id = r.cluster_id AND c.position = r.first_position AND r.count > 0
     WHERE r.cluster_id = $1 ORDER BY r.revision LIMIT 1`,
    [clusterId],
  );
  return found?.at;
}
