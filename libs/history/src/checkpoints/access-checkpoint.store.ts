import type { Transaction } from '#database';
import type { AccessCheckpoint } from '#ledger';

/** A checkpoint of the log of access as it is stored. */
export interface StoredAccessCheckpoint extends AccessCheckpoint {
  /** As it was signed. */
  readonly note: string;
}

interface AccessCheckpointRow {
  readonly size: string;
  readonly hash: Buffer;
  readonly state: Buffer;
  readonly at: Date;
  readonly note: string;
}

const COLUMNS = 'size, hash, state, at, note';

/** All of them, the smallest first. */
export async function accessCheckpoints(tx: Transaction): Promise<StoredAccessCheckpoint[]> {
  const rows = await tx.query<AccessCheckpointRow>(`SELECT ${COLUMNS} FROM access_checkpoints ORDER BY size`);
  return rows.map(checkpointOf);
}

/** The last one; undefined of none. */
export async function lastAccessCheckpoint(tx: Transaction): Promise<StoredAccessCheckpoint | undefined> {
  const [row] = await tx.query<AccessCheckpointRow>(
    `SELECT ${COLUMNS} FROM access_checkpoints ORDER BY size DESC LIMIT 1`,
  );
  return row === undefined ? undefined : checkpointOf(row);
}

function checkpointOf({ size, at, ...row }: AccessCheckpointRow): StoredAccessCheckpoint {
  return { ...row, size: Number(size), at: at.toISOString() };
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
