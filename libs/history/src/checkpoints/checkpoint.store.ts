import type { Transaction } from '#database';
import { frontierOf, type LogOrigin, type LogPlace, type MerkleFrontier, type Subtree } from '#ledger';

/** A checkpoint as it is stored. */
export interface StoredCheckpoint {
  /** Own revisions of the cluster. */
  readonly size: number;
  readonly head: LogPlace;
  readonly root: Uint8Array;
  /** RFC 3339 UTC. */
  readonly at: string;
  /** As it was signed. */
  readonly note: string;
  readonly frontier: MerkleFrontier;
}

interface CheckpointRow extends Record<string, unknown> {
  readonly size: string;
  readonly revision: string;
  readonly position: string;
  readonly hash: Buffer;
  readonly root: Buffer;
  readonly frontier: Buffer;
  readonly at: Date;
  readonly note: string;
}

const SELECT = 'SELECT size, revision, position, hash, root, frontier, at, note FROM checkpoints WHERE cluster_id = $1';

/** The checkpoint at a size. */
export async function findCheckpoint(
  tx: Transaction,
  clusterId: string,
  size: number,
): Promise<StoredCheckpoint | undefined> {
  const [row] = await tx.query<CheckpointRow>(`${SELECT} AND size = $2`, [clusterId, size]);
  return row && checkpointOf(row);
}

/** The last checkpoint at a size or before it; without a size, the last there is. */
export async function lastCheckpoint(
  tx: Transaction,
  clusterId: string,
  size?: number,
): Promise<StoredCheckpoint | undefined> {
  const [row] = await tx.query<CheckpointRow>(
    `${SELECT} AND ($2::bigint IS NULL OR size <= $2) ORDER BY size DESC LIMIT 1`,
    [clusterId, size ?? null],
  );
  return row && checkpointOf(row);
}

/** The last checkpoint of each of these clusters, by id; a cluster without one is not there. */
export async function lastCheckpoints(
  tx: Transaction,
  clusterIds: readonly string[],
): Promise<Map<string, StoredCheckpoint>> {
  const rows = await tx.query<CheckpointRow & { readonly id: string }>(
    `SELECT c.id, k.* FROM unnest($1::uuid[]) AS c(id) CROSS JOIN LATERAL (
       SELECT size, revision, position, hash, root, frontier, at, note FROM checkpoints WHERE cluster_id = c.id
       ORDER BY size DESC LIMIT 1) k`,
    [clusterIds],
  );
  return new Map(rows.map((row) => [row.id, checkpointOf(row)]));
}

/** Checkpoints below a size, the largest first; without a size, from the last on. */
export async function listCheckpoints(
  tx: Transaction,
  clusterId: string,
  page: { readonly before?: number; readonly limit: number },
): Promise<StoredCheckpoint[]> {
  const rows = await tx.query<CheckpointRow>(
    `${SELECT} AND ($2::bigint IS NULL OR size < $2) ORDER BY size DESC LIMIT $3`,
    [clusterId, page.before ?? null, page.limit],
  );
  return rows.map(checkpointOf);
}

/** Every checkpoint at a size or behind it, the smallest first. */
export async function checkpointsFrom(tx: Transaction, clusterId: string, size: number): Promise<StoredCheckpoint[]> {
  return (await tx.query<CheckpointRow>(`${SELECT} AND size >= $2 ORDER BY size`, [clusterId, size])).map(checkpointOf);
}

export async function insertCheckpoint(
  tx: Transaction,
  clusterId: string,
  { size, head, root, at, note, frontier }: StoredCheckpoint,
): Promise<void> {
  await tx.execute(
    `INSERT INTO checkpoints (cluster_id, size, revision, position, hash, root, frontier, at, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      clusterId,
      size,
      head.revision,
      head.position,
      Buffer.from(head.hash),
      Buffer.from(root),
      Buffer.concat(frontier.subtrees),
      at,
      note,
    ],
  );
}

/** What of all clusters no checkpoint covers. */
export interface UncheckpointedLog {
  readonly revisions: number;
  /** Seconds since the oldest of those revisions; nought where there is none. */
  readonly ageSeconds: number;
}

/** How far behind the heads the last checkpoints are. */
export async function measureUncheckpointed(tx: Transaction): Promise<UncheckpointedLog> {
  const [row] = await tx.query<{ revisions: string; age: number }>(
    `SELECT coalesce(sum(h.revision - k.revision), 0) AS revisions,
       coalesce(max(extract(epoch FROM now() - r.at)), 0)::float8 AS age
     FROM cluster_heads h JOIN clusters c ON c.id = h.cluster_id AND c.deleted_at IS NULL
       CROSS JOIN LATERAL (SELECT coalesce((SELECT revision FROM checkpoints WHERE cluster_id = h.cluster_id
         ORDER BY size DESC LIMIT 1), c.origin_revision, 0) AS revision) k
       JOIN revisions r ON r.cluster_id = h.cluster_id AND r.revision = k.revision + 1
     WHERE h.revision > k.revision`,
  );
  return { revisions: Number(row?.revisions ?? 0), ageSeconds: Math.max(0, row?.age ?? 0) };
}

/** A subtree with its hash. */
export interface HashedSubtree extends Subtree {
  readonly hash: Uint8Array;
}

/** Nodes in one statement. */
const NODES = 1_000;

/** Stores subtrees; those that are stored already stay. */
export async function insertNodes(tx: Transaction, clusterId: string, nodes: readonly HashedSubtree[]): Promise<void> {
  for (let first = 0; first < nodes.length; first += NODES) {
    const some = nodes.slice(first, first + NODES);
    await tx.execute(
      `INSERT INTO merkle_nodes (cluster_id, level, "index", hash) SELECT $1, *
       FROM unnest($2::int[], $3::bigint[], $4::bytea[]) ON CONFLICT DO NOTHING`,
      [
        clusterId,
        some.map(({ level }) => level),
        some.map(({ index }) => index),
        some.map(({ hash }) => Buffer.from(hash)),
      ],
    );
  }
}

/** All stored subtrees: one for 255 revisions. */
export async function allNodes(tx: Transaction, clusterId: string): Promise<HashedSubtree[]> {
  const rows = await tx.query<{ level: number; index: string; hash: Buffer }>(
    'SELECT level, "index", hash FROM merkle_nodes WHERE cluster_id = $1',
    [clusterId],
  );
  return rows.map(({ level, index, hash }) => ({ level, index: Number(index), hash }));
}

/** Kept subtrees of one level, from an index on, in order. */
export async function readNodes(
  tx: Transaction,
  clusterId: string,
  { level, first, count }: { readonly level: number; readonly first: number; readonly count: number },
): Promise<Uint8Array[]> {
  const rows = await tx.query<{ hash: Buffer }>(
    `SELECT hash FROM merkle_nodes WHERE cluster_id = $1 AND level = $2 AND "index" >= $3 AND "index" < $4
     ORDER BY "index"`,
    [clusterId, level, first, first + count],
  );
  return rows.map(({ hash }) => hash);
}

/** Hashes of revisions from one on, in order. */
export async function readRevisionHashes(
  tx: Transaction,
  clusterId: string,
  { first, count }: { readonly first: bigint; readonly count: number },
): Promise<Uint8Array[]> {
  const rows = await tx.query<{ hash: Buffer }>(
    'SELECT hash FROM revisions WHERE cluster_id = $1 AND revision >= $2 AND revision < $3 ORDER BY revision',
    [clusterId, first, first + BigInt(count)],
  );
  return rows.map(({ hash }) => hash);
}

/** A link of the chain, and where it ends. */
export interface ChainLink extends LogPlace {
  readonly prevHash: Uint8Array;
}

/** Links after a revision up to another, in order, in batches. */
export async function* streamLinks(
  tx: Transaction,
  clusterId: string,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): AsyncIterable<ChainLink[]> {
  const rows = tx.streamValues<[revision: string, position: string, prevHash: Buffer, hash: Buffer]>(
    `SELECT revision, first_position + count - 1, prev_hash, hash FROM revisions WHERE cluster_id = $1 AND revision > $2
       AND revision <= $3 ORDER BY revision`,
    [clusterId, after, upTo],
    1_000,
  );
  for await (const batch of rows)
    yield batch.map(([revision, position, prevHash, hash]) => ({
      revision: BigInt(revision),
      position: BigInt(position),
      prevHash,
      hash,
    }));
}

/** Where a cluster's log begins and ends. */
export interface LogEnds {
  readonly origin: LogOrigin | null;
  readonly head: LogPlace;
  /** The time of the last revision. */
  readonly headAt: Date;
}

/** @throws Error when there is no such cluster */
export async function readLogEnds(tx: Transaction, clusterId: string): Promise<LogEnds> {
  const [row] = await tx.query<{
    revision: string;
    position: string;
    hash: Buffer;
    at: Date;
    cluster: string | null;
    from_revision: string;
    from_position: string;
    from_hash: Buffer;
  }>(
    `SELECT h.revision, h.position, h.hash, h.at, c.origin_cluster_id AS cluster, c.origin_revision AS from_revision,
       c.origin_position AS from_position, c.origin_hash AS from_hash
     FROM clusters c JOIN cluster_heads h ON h.cluster_id = c.id WHERE c.id = $1`,
    [clusterId],
  );
  if (row === undefined) throw new Error(`cluster ${clusterId} has no head`);
  const { cluster } = row;
  return {
    origin:
      cluster === null
        ? null
        : { cluster, revision: BigInt(row.from_revision), position: BigInt(row.from_position), hash: row.from_hash },
    head: { revision: BigInt(row.revision), position: BigInt(row.position), hash: row.hash },
    headAt: row.at,
  };
}

/** Acquires the lock for signing checkpoints of the cluster, and holds it until the transaction ends. */
export async function lockCheckpoints(tx: Transaction, clusterId: string): Promise<void> {
  await tx.execute("SELECT pg_advisory_xact_lock(hashtext('berth_checkpoint'), hashtext($1))", [clusterId]);
}

/** Clusters, deleted ones too, with own revisions after their last checkpoint. */
export async function findUncheckpointed(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT h.cluster_id AS id FROM cluster_heads h JOIN clusters c ON c.id = h.cluster_id
     WHERE h.revision > coalesce((SELECT revision FROM checkpoints k WHERE k.cluster_id = h.cluster_id
       ORDER BY size DESC LIMIT 1), c.origin_revision, 0)
     ORDER BY h.cluster_id`,
  );
  return rows.map(({ id }) => id);
}

function checkpointOf(row: CheckpointRow): StoredCheckpoint {
  const size = Number(row.size);
  return {
    size,
    head: { revision: BigInt(row.revision), position: BigInt(row.position), hash: row.hash },
    root: row.root,
    at: row.at.toISOString(),
    note: row.note,
    frontier: frontierOf(row.frontier, size),
  };
}
