import type { Transaction } from '#database';

/** How many pods of a cluster, or of a namespace of it, are on no node and have not ended. */
export async function countPending(tx: Transaction, clusterId: string, namespace: string | undefined): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pods WHERE cluster_id = $1 AND node_name IS NULL
      AND phase NOT IN ('Succeeded', 'Failed') AND namespace = coalesce($2, namespace)`,
    [clusterId, namespace ?? null],
  );
  return row?.count ?? 0;
}
