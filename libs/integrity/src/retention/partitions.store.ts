import type { Transaction } from '#database';

/**
 * Makes the partitions of history that are missing up to `months` from now; resolves to the time until which there are
 * partitions. Beyond it, a transaction makes the partition for its own time.
 */
export async function makePartitions(tx: Transaction, months: number): Promise<Date> {
  const [row] = await tx.query<{ until: Date }>(
    'SELECT berth_make_partitions(now() + make_interval(months => $1)) AS until',
    [months],
  );
  if (row === undefined) throw new Error('berth_make_partitions answered nothing');
  return row.until;
}

/** The times at which partitions end, up to one; the earliest first. */
export async function edgesUpTo(tx: Transaction, before: Date): Promise<Date[]> {
  const rows = await tx.query<{ edge: Date }>(
    'SELECT DISTINCT upper_bound AS edge FROM berth_partitions() WHERE upper_bound <= $1 ORDER BY 1',
    [before],
  );
  return rows.map(({ edge }) => edge);
}

/** The retained part of the log of one cluster before an edge. */
export interface ClusterRange {
  readonly clusterId: string;
  readonly firstRevision: bigint;
  readonly lastRevision: bigint;
  readonly firstPosition: bigint;
  readonly lastPosition: bigint;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** What there is before an edge of each cluster. */
export async function rangesBefore(tx: Transaction, edge: Date): Promise<ClusterRange[]> {
  const rows = await tx.query<{
    id: string;
    first: string;
    last: string;
    first_position: string;
    last_position: string;
    first_at: Date;
    last_at: Date;
  }>(
    `SELECT r.cluster_id AS id, min(r.revision) AS first, max(r.revision) AS last,
       min(r.first_position) AS first_position,
       max(r.first_position + r.count - 1) AS last_position, min(r.at) AS first_at, max(r.at) AS last_at
     FROM revisions r WHERE r.at < $1 GROUP BY r.cluster_id ORDER BY r.cluster_id`,
    [edge],
  );
  return rows.map((row) => ({
    clusterId: row.id,
    firstRevision: BigInt(row.first),
    lastRevision: BigInt(row.last),
    firstPosition: BigInt(row.first_position),
    lastPosition: BigInt(row.last_position),
    firstAt: row.first_at,
    lastAt: row.last_at,
  }));
}

/**
 * Whether some cluster has an earlier revision behind the edge than before it: the server's clock was put back over the
 * edge. Such a log cannot be cut there.
 */
export async function isCrossed(tx: Transaction, edge: Date): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM (SELECT cluster_id, max(revision) AS last FROM revisions WHERE at < $1 GROUP BY cluster_id) b
     JOIN revisions k ON k.cluster_id = b.cluster_id AND k.revision < b.last AND k.at >= $1 LIMIT 1`,
    [edge],
  );
  return rows.length > 0;
}

/**
 * Locks history against all other transactions until this one ends.
 * @param waitMs how long at most for each table, in milliseconds
 * @throws POSTGRES_ERROR.lockNotAvailable when it is in use for longer
 */
export async function lockHistory(tx: Transaction, waitMs: number): Promise<void> {
  await tx.execute(`SET LOCAL lock_timeout = ${waitMs}`);
  await tx.query('SELECT berth_lock_history()');
}

/**
 * Holds the heads of clusters until the transaction ends. Their writers may be waiting for what the caller holds,
 * so they are not waited for.
 * @throws POSTGRES_ERROR.lockNotAvailable
 */
export async function seizeHeads(tx: Transaction, clusterIds: readonly string[]): Promise<void> {
  await tx.query('SELECT FROM cluster_heads WHERE cluster_id = ANY($1::uuid[]) ORDER BY cluster_id FOR UPDATE NOWAIT', [
    clusterIds,
  ]);
}

/**
 * Drops what ends at an edge or before it; resolves to the number of partitions.
 * @throws when a revision in there is in no archive
 */
export async function dropArchived(tx: Transaction, edge: Date): Promise<number> {
  const [row] = await tx.query<{ dropped: number }>('SELECT berth_drop_archived($1) AS dropped', [edge]);
  return row?.dropped ?? 0;
}

/** Acquires the lock for archiving until the transaction ends; false when it is held elsewhere. Does not wait. */
export async function tryLockArchiving(tx: Transaction): Promise<boolean> {
  const [lock] = await tx.query<{ alone: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtext('berth_archive')) AS alone",
  );
  return lock?.alone === true;
}
