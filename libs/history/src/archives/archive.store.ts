import type { PageWindow } from '#requests';
import type { Prisma, Transaction } from '#database';
import { frontierOf, type MerkleFrontier } from '#ledger';
import type { Archive } from './archive.js';

/** An archive, and what the tree over the cluster's revisions goes on from. */
export interface StoredArchive {
  readonly archive: Archive;
  readonly frontier: MerkleFrontier;
}

export async function insertArchive(tx: Transaction, { archive, frontier }: StoredArchive): Promise<void> {
  const { revisions, positions, times, ledgerFile, tracesFile } = archive;
  await tx.prisma.archive.create({
    data: {
      clusterId: archive.cluster,
      fromRevision: BigInt(revisions.first),
      toRevision: BigInt(revisions.last),
      fromPosition: BigInt(positions.first),
      toPosition: BigInt(positions.last),
      fromAt: new Date(times.first),
      toAt: new Date(times.last),
      archivedAt: new Date(archive.archivedAt),
      changes: BigInt(archive.changes),
      decisions: BigInt(archive.decisions),
      traces: BigInt(archive.traces),
      hash: bytesOf(archive.hash),
      frontier: Buffer.concat(frontier.subtrees),
      checkpoint: archive.checkpoint,
      ledgerFile: ledgerFile.path,
      ledgerBytes: BigInt(ledgerFile.bytes),
      ledgerSha256: bytesOf(ledgerFile.sha256),
      tracesFile: tracesFile.path,
      tracesBytes: BigInt(tracesFile.bytes),
      tracesSha256: bytesOf(tracesFile.sha256),
    },
    select: { fromRevision: true },
  });
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** The last archive of a cluster: what its log begins with. */
export async function lastArchive(tx: Transaction, clusterId: string): Promise<StoredArchive | undefined> {
  const row = await tx.prisma.archive.findFirst({ where: { clusterId }, orderBy: { fromRevision: 'desc' } });
  if (row === null) return undefined;
  const origin = await tx.prisma.cluster.findUniqueOrThrow({
    where: { id: clusterId },
    select: { originRevision: true },
  });
  const size = Number(row.toRevision - (origin.originRevision ?? 0n));
  return { archive: archiveOf(row), frontier: frontierOf(row.frontier, size) };
}

/** The archive that begins with a revision. */
export async function findArchive(
  tx: Transaction,
  clusterId: string,
  firstRevision: bigint,
): Promise<Archive | undefined> {
  const row = await tx.prisma.archive.findUnique({
    where: { clusterId_fromRevision: { clusterId, fromRevision: firstRevision } },
  });
  return row === null ? undefined : archiveOf(row);
}

/** Where a list of archives stands: after this one. */
export interface ArchiveCursor {
  /** Id of the cluster. */
  readonly cluster: string;
  /** Its first revision. */
  readonly revision: string;
}

/** Archives of clusters: by cluster, the oldest revisions first. */
export async function listArchives(
  tx: Transaction,
  {
    clusterIds,
    after,
    before,
    fromEnd = false,
    limit,
  }: PageWindow<ArchiveCursor> & { readonly clusterIds: readonly string[]; readonly limit: number },
): Promise<Archive[]> {
  const rows = await tx.prisma.archive.findMany({
    where: {
      clusterId: { in: [...clusterIds] },
      AND: [
        ...(after === undefined ? [] : [beyond(after, 'gt')]),
        ...(before === undefined ? [] : [beyond(before, 'lt')]),
      ],
    },
    orderBy: fromEnd
      ? [{ clusterId: 'desc' }, { fromRevision: 'desc' }]
      : [{ clusterId: 'asc' }, { fromRevision: 'asc' }],
    take: limit,
  });
  return rows.map(archiveOf);
}

/** What comes after a cursor or before it, by cluster and first revision. */
function beyond({ cluster, revision }: ArchiveCursor, way: 'gt' | 'lt'): Prisma.ArchiveWhereInput {
  return { OR: [{ clusterId: { [way]: cluster } }, { clusterId: cluster, fromRevision: { [way]: BigInt(revision) } }] };
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
  const rows = await tx.prisma.archive.findMany({
    where: { clusterId, toRevision: { gte: first }, ...(last !== undefined && { fromRevision: { lte: last } }) },
    orderBy: { fromRevision: 'asc' },
  });
  return rows.map(archiveOf);
}

/** The archive that leads to a point of the log: the first one that ends there or after it. */
export async function archiveUpTo(
  tx: Transaction,
  clusterId: string,
  point: { readonly position: bigint } | { readonly revision: bigint } | { readonly time: Date },
): Promise<Archive | undefined> {
  const row = await tx.prisma.archive.findFirst({
    where: {
      clusterId,
      ...('position' in point
        ? { toPosition: { gte: point.position } }
        : 'revision' in point
          ? { toRevision: { gte: point.revision } }
          : { toAt: { gte: point.time } }),
    },
    orderBy: { fromRevision: 'asc' },
  });
  return row === null ? undefined : archiveOf(row);
}

function archiveOf(row: Prisma.ArchiveModel): Archive {
  return {
    id: `${row.fromRevision}-${row.toRevision}`,
    cluster: row.clusterId,
    revisions: { first: String(row.fromRevision), last: String(row.toRevision) },
    positions: { first: String(row.fromPosition), last: String(row.toPosition) },
    times: { first: row.fromAt.toISOString(), last: row.toAt.toISOString() },
    changes: String(row.changes),
    decisions: String(row.decisions),
    traces: String(row.traces),
    hash: hexOf(row.hash),
    checkpoint: row.checkpoint,
    ledgerFile: { path: row.ledgerFile, bytes: String(row.ledgerBytes), sha256: hexOf(row.ledgerSha256) },
    tracesFile: { path: row.tracesFile, bytes: String(row.tracesBytes), sha256: hexOf(row.tracesSha256) },
    archivedAt: row.archivedAt.toISOString(),
  };
}
