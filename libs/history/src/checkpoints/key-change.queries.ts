import type { Transaction } from '#database';

/** The note of the last checkpoint of each cluster, deleted ones too. */
export async function readLastNotes(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ note: string }>(
    `SELECT k.note FROM clusters c CROSS JOIN LATERAL (
       SELECT note FROM checkpoints WHERE cluster_id = c.id ORDER BY size DESC LIMIT 1) k ORDER BY c.id`,
  );
  return rows.map(({ note }) => note);
}

/** How many revisions of its own a cluster has; undefined where it is not there. */
export async function readLogSize(tx: Transaction, clusterId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ size: string }>(
    `SELECT h.revision - coalesce(c.origin_revision, 0) AS size
     FROM clusters c JOIN cluster_heads h ON h.cluster_id = c.id WHERE c.id = $1`,
    [clusterId],
  );
  return row && Number(row.size);
}

/** Whether the log behind a position has a note of this kind and name. */
export async function hasNote(
  tx: Transaction,
  clusterId: string,
  { kind, name, after }: { readonly kind: string; readonly name: string; readonly after: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM changes WHERE cluster_id = $1 AND position > $2 AND op = 'note' AND kind = $3 AND name = $4 LIMIT 1`,
    [clusterId, after, kind, name],
  );
  return rows.length > 0;
}
