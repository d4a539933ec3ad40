import type { Transaction } from '#database';

/** The last revisions of clusters that there are, by their ids. */
export async function readRevisions(tx: Transaction, clusterIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ cluster_id: string; revision: string }>(
    'SELECT cluster_id, revision FROM cluster_heads WHERE cluster_id = ANY($1::uuid[])',
    [clusterIds],
  );
  return new Map(rows.map(({ cluster_id: id, revision }) => [id, BigInt(revision)]));
}
