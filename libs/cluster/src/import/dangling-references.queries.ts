import type { Transaction } from '#database';

/** Which of these nodes are not in the cluster. */
export async function danglingNodes(
  tx: Transaction,
  clusterId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(
    `SELECT DISTINCT wanted.name FROM unnest($2::text[]) AS wanted(name)
     WHERE NOT EXISTS (SELECT FROM nodes n WHERE n.cluster_id = $1 AND n.name = wanted.name COLLATE "C")`,
    [clusterId, names],
  );
  return new Set(rows.map((row) => row.name));
}
