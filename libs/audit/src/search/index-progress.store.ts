import type { Transaction } from '#database';

/** How far the index over a cluster's decisions is. */
export interface IndexProgress {
  /** Decisions that are indexed: the first so many of the log, numbered from 0 in its order. */
  readonly decisions: number;
  /** Parts up to this revision are indexed whole. */
  readonly revision: bigint;
  /** How many decisions of the part after that are indexed. */
  readonly taken: number;
  /** No later part is older. */
  readonly since: Date;
}

/** Acquires the lock of the index until the transaction ends; false when it is held elsewhere. Does not wait. */
export async function tryLockIndex(tx: Transaction, clusterId: string): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtext('decision_indexes'), hashtext($1)) AS taken",
    [clusterId],
  );
  return lock?.taken === true;
}

const NOTHING: IndexProgress = { decisions: 0, revision: 0n, taken: 0, since: new Date(0) };

export async function readProgress(tx: Transaction, clusterId: string): Promise<IndexProgress> {
  const [row] = await tx.query<{ decisions: string; revision: string; taken: number; since: Date }>(
    'SELECT decisions, revision, taken, since FROM decision_indexes WHERE cluster_id = $1',
    [clusterId],
  );
  return row === undefined
    ? NOTHING
    : { decisions: Number(row.decisions), revision: BigInt(row.revision), taken: row.taken, since: row.since };
}

export async function writeProgress(
  tx: Transaction,
  clusterId: string,
  { decisions, revision, taken, since }: IndexProgress,
): Promise<void> {
  await tx.execute(
    `INSERT INTO decision_indexes (cluster_id, decisions, revision, taken, since) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (cluster_id) DO UPDATE SET decisions = excluded.decisions, revision = excluded.revision,
       taken = excluded.taken, since = excluded.since`,
    [clusterId, decisions, revision, taken, since],
  );
}

/** How many decisions of all clusters, by the sizes of their parts, no index has yet. */
export async function countUnindexed(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ decisions: string }>(
    `SELECT coalesce(sum(p.count), 0) AS decisions FROM clusters c LEFT JOIN decision_indexes i ON i.cluster_id = c.id
     JOIN run_parts p ON p.cluster_id = c.id AND p.revision > coalesce(i.revision, c.origin_revision, 0)
       AND p.at >= coalesce(i.since, '-infinity') - interval '1 minute'
     WHERE c.deleted_at IS NULL`,
  );
  return Number(row?.decisions ?? 0);
}
