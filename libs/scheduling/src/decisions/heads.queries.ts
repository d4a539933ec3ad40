import type { Transaction } from '#database';

/** The last revision of each cluster that was not deleted, as decimal text. */
export async function readHeads(tx: Transaction): Promise<{ readonly clusterId: string; readonly revision: string }[]> {
  const rows = await tx.query<{ cluster_id: string; revision: string }>(
    `SELECT h.cluster_id, h.revision FROM cluster_heads h JOIN clusters c ON c.id = h.cluster_id
       AND c.deleted_at IS NULL`,
  );
  return rows.map(({ cluster_id: clusterId, revision }) => ({ clusterId, revision }));
}
