import type { Transaction } from '#database';
import type { AccessCheckpoint } from '#ledger';

/** A checkpoint of the log of access as it is stored. */
export interface StoredAccessCheckpoint extends AccessCheckpoint {
  /** As it was signed. */
  readonly note: string;
}

/** All of them, the smallest first. */
export async function accessCheckpoints(tx: Transaction): Promise<StoredAccessCheckpoint[]> {
  const rows = await tx.query<{ size: string; hash: Buffer; state: Buffer; at: Date; note: string }>(
    'SELECT size, hash, state, at, note FROM access_checkpoints ORDER BY size',
  );
  return rows.map(({ size, at, ...row }) => ({ ...row, size: Number(size), at: at.toISOString() }));
}

/** The size of the last one; undefined of none. */
export async function lastAccessCheckpoint(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.query<{ size: string | null }>('SELECT max(size) AS size FROM access_checkpoints');
  return row?.size == null ? undefined : Number(row.size);
}

/** Stores one; what is there stays. */
export async function insertAccessCheckpoint(
  tx: Transaction,
  { size, hash, state, at, note }: StoredAccessCheckpoint,
): Promise<void> {
  await tx.execute(
    `INSERT INTO access_checkpoints (size, hash, state, at, note) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [size, Buffer.from(hash), Buffer.from(state), at, note],
  );
}
