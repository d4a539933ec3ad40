import type { CopyTarget, Transaction } from '#database';
import type { MerkleFrontier } from '#ledger';
import type { Archive, ArchiveFile } from './archive.js';

/** An archive, and what the tree over the cluster's revisions goes on from. */
export interface StoredArchive {
  readonly archive: Archive;
  readonly frontier: MerkleFrontier;
}

const ARCHIVES: CopyTarget = {
  table: 'archives',
  columns: {
    cluster_id: 'uuid',
    from_revision: 'int8',
    to_revision: 'int8',
    from_position: 'int8',
    to_position: 'int8',
    from_at: 'timestamptz',
    to_at: 'timestamptz',
    archived_at: 'timestamptz',
    changes: 'int8',
    decisions: 'int8',
    traces: 'int8',
    hash: 'bytea',
    frontier: 'bytea',
    checkpoint: 'text',
    ledger_file: 'text',
    ledger_bytes: 'int8',
    ledger_sha256: 'bytea',
    traces_file: 'text',
    traces_bytes: 'int8',
    traces_sha256: 'bytea',
  },
};

const HASH_BYTES = 32;

export async function insertArchive(tx: Transaction, { archive, frontier }: StoredArchive): Promise<void> {
  const { revisions, positions, times, ledgerFile, tracesFile } = archive;
  await tx.copyIn(ARCHIVES, [
    [
      archive.cluster,
      BigInt(revisions.first),
      BigInt(revisions.last),
      BigInt(positions.first),
      BigInt(positions.last),
      new Date(times.first),
      new Date(times.last),
      new Date(archive.archivedAt),
      BigInt(archive.changes),
      BigInt(archive.decisions),
      BigInt(archive.traces),
      Buffer.from(archive.hash, 'hex'),
      Buffer.concat(frontier.subtrees),
      archive.checkpoint,
      ...columnsOf(ledgerFile),
      ...columnsOf(tracesFile),
    ],
  ]);
}

function columnsOf({ path, bytes, sha256 }: ArchiveFile): [string, bigint, Buffer] {
  return [path, BigInt(bytes), Buffer.from(sha256, 'hex')];
}

interface ArchiveRow extends Record<string, unknown> {
  readonly cluster_id: string;
  readonly from_revision: string;
  readonly to_revision: string;
  readonly from_position: string;
  readonly to_position: string;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly archived_at: Date;
  readonly changes: string;
  readonly decisions: string;
  readonly traces: string;
  readonly hash: Buffer;
  readonly frontier: Buffer;
  readonly checkpoint: string;
  readonly ledger_file: string;
  readonly ledger_bytes: string;
  readonly ledger_sha256: Buffer;
  readonly traces_file: string;
  readonly traces_bytes: string;
  readonly traces_sha256: Buffer;
  /** Revisions of the cluster up to the archive's last one that are its own. */
  readonly size: string;
}

const SELECT = `SELECT a.cluster_id, a.from_revision, a.to_revision, a.from_position, a.to_position, a.from_at, a.to_at, a.archived_at, a.changes, a.decisions, a.traces,
    a.hash, a.frontier, a.checkpoint, a.ledger_file, a.ledger_bytes, a.ledger_sha256, a.traces_file, a.traces_bytes, a.traces_sha256,
    a.to_revision - coalesce(c.origin_revision, 0) AS size
  FROM archives a JOIN clusters c ON c.id = a.cluster_id`;

/** The last archive of a cluster: what its log begins with. */
export async function lastArchive(tx: Transaction, clusterId: string): Promise<StoredArchive | undefined> {
  const [row] = await tx.query<ArchiveRow>(`${SELECT} WHERE a.cluster_id = $1 ORDER BY a.from_revision DESC LIMIT 1`, [
    clusterId,
  ]);
  return row && { archive: archiveOf(row), frontier: frontierOf(row) };
}

/** The archive that begins with a revision. */
export async function findArchive(
  tx: Transaction,
  clusterId: string,
  firstRevision: bigint,
): Promise<Archive | undefined> {
  const [row] = await tx.query<ArchiveRow>(`${SELECT} WHERE a.cluster_id = $1 AND a.from_revision = $2`, [
    clusterId,
    firstRevision,
  ]);
  return row && archiveOf(row);
}

/** Where a list of archives stands: after this one. */
export interface ArchivePlace {
  /** Id of the cluster. */
  readonly cluster: string;
  /** Its first revision. */
  readonly revision: string;
}

/** Archives of a cluster, or of all clusters of the caller's team: by cluster, the oldest revisions first. */
export async function listArchives(
  tx: Transaction,
  {
    clusterId,
    after,
    limit,
  }: { readonly clusterId?: string | undefined; readonly after?: ArchivePlace | undefined; readonly limit: number },
): Promise<Archive[]> {
  const values: unknown[] = [tx.caller.team, limit];
  const wheres = ['c.team_id = $1', 'c.deleted_at IS NULL'];
  if (clusterId !== undefined) wheres.push(`a.cluster_id = $${values.push(clusterId)}`);
  if (after !== undefined)
    wheres.push(
      `(a.cluster_id, a.from_revision) > ($${values.push(after.cluster)}::uuid, $${values.push(after.revision)}::bigint)`,
    );
  const rows = await tx.query<ArchiveRow>(
    `${SELECT} WHERE ${wheres.join(' AND ')} ORDER BY a.cluster_id, a.from_revision LIMIT $2`,
    values,
  );
  return rows.map(archiveOf);
}

/** Revisions from and to, both included; to the last there is where nothing is said. */
export interface RevisionSpan {
  readonly first: bigint;
  readonly last?: bigint | undefined;
}

/** The archives of a cluster that hold revisions of a span, the oldest first. */
export async function archivesWithin(
  tx: Transaction,
  clusterId: string,
  { first, last }: RevisionSpan,
): Promise<Archive[]> {
  const rows = await tx.query<ArchiveRow>(
    `${SELECT} WHERE a.cluster_id = $1 AND a.to_revision >= $2 AND ($3::bigint IS NULL OR a.from_revision <= $3) ORDER BY a.from_revision`,
    [clusterId, first, last ?? null],
  );
  return rows.map(archiveOf);
}

/** The archive that leads to a place in the log: the first one that ends there or after it. */
export async function archiveUpTo(
  tx: Transaction,
  clusterId: string,
  place: { readonly position: bigint } | { readonly revision: bigint } | { readonly time: Date },
): Promise<Archive | undefined> {
  const [column, value] =
    'position' in place
      ? ['to_position', place.position]
      : 'revision' in place
        ? ['to_revision', place.revision]
        : ['to_at', place.time];
  const [row] = await tx.query<ArchiveRow>(
    `${SELECT} WHERE a.cluster_id = $1 AND a.${column} >= $2 ORDER BY a.from_revision LIMIT 1`,
    [clusterId, value],
  );
  return row && archiveOf(row);
}

function frontierOf({ frontier, size }: ArchiveRow): MerkleFrontier {
  const subtrees = Array.from({ length: frontier.length / HASH_BYTES }, (_, index) =>
    frontier.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  return { size: Number(size), subtrees };
}

function archiveOf(row: ArchiveRow): Archive {
  return {
    id: `${row.from_revision}-${row.to_revision}`,
    cluster: row.cluster_id,
    revisions: { first: row.from_revision, last: row.to_revision },
    positions: { first: row.from_position, last: row.to_position },
    times: { first: row.from_at.toISOString(), last: row.to_at.toISOString() },
    changes: row.changes,
    decisions: row.decisions,
    traces: row.traces,
    hash: row.hash.toString('hex'),
    checkpoint: row.checkpoint,
    ledgerFile: { path: row.ledger_file, bytes: row.ledger_bytes, sha256: row.ledger_sha256.toString('hex') },
    tracesFile: { path: row.traces_file, bytes: row.traces_bytes, sha256: row.traces_sha256.toString('hex') },
    archivedAt: row.archived_at.toISOString(),
  };
}
