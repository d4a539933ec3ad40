import type { Transaction } from '#database';

/** Where a cluster's log stands: what a writer must follow. */
export interface ClusterHead {
  readonly clusterId: string;
  readonly position: bigint;
  readonly revision: bigint;
  readonly hash: Uint8Array;
}

/** The head as it is now; nothing is locked. */
export async function readHead(tx: Transaction, clusterId: string): Promise<ClusterHead> {
  return headOf(clusterId, await tx.query<HeadRow>('SELECT position, revision, hash FROM cluster_heads WHERE cluster_id = $1', [clusterId]));
}

/**
 * The head, held until the transaction ends: other writers of this cluster wait. For short writes, or after lost races. The
 * transaction's time is then the present, so that times rise with revisions, however long the head was waited for.
 */
export async function lockHead(tx: Transaction, clusterId: string): Promise<ClusterHead> {
  const sql = 'SELECT position, revision, hash FROM cluster_heads WHERE cluster_id = $1 FOR UPDATE';
  const rows = await tx.query<HeadRow>(sql, [clusterId]);
  await tx.refreshTime();
  return headOf(clusterId, rows);
}

/**
 * Holds the head until the transaction ends, if it still is `from`; false when another writer was first. What others write at the same
 * positions or revision must come after this: who wrote there before it could wait for a holder of the head that waits for him.
 */
export async function holdHead(tx: Transaction, from: ClusterHead): Promise<boolean> {
  const now = await tx.query<HeadRow>('SELECT position, revision, hash FROM cluster_heads WHERE cluster_id = $1 FOR UPDATE', [from.clusterId]);
  const { position, revision } = headOf(from.clusterId, now);
  return position === from.position && revision === from.revision;
}

/** Moves the head from exactly `from`; false when another writer was first. */
export async function advanceHead(tx: Transaction, from: ClusterHead, to: ClusterHead): Promise<boolean> {
  const touched = await tx.execute(
    `UPDATE cluster_heads SET position = $2, revision = $3, hash = $4
     WHERE cluster_id = $1 AND position = $5 AND revision = $6`,
    [from.clusterId, to.position, to.revision, Buffer.from(to.hash), from.position, from.revision],
  );
  return touched === 1;
}

interface HeadRow {
  readonly position: string;
  readonly revision: string;
  readonly hash: Buffer;
}

function headOf(clusterId: string, rows: readonly HeadRow[]): ClusterHead {
  const row = rows[0];
  if (row === undefined) throw new Error(`cluster ${clusterId} has no head`);
  return { clusterId, position: BigInt(row.position), revision: BigInt(row.revision), hash: row.hash };
}
