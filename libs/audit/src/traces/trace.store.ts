import type { Statement, Transaction } from '#database';
import type { BaseOf } from '#trace';
import type { EvidenceKind } from '../decisions/index.js';

/** A sealed chunk of traces, by its number in the run. */
export interface NewChunk {
  readonly chunk: number;
  readonly count: number;
  readonly body: Uint8Array;
}

const TABLE = { log: 'trace_chunks', dryRun: 'dry_run_trace_chunks' } as const;

export async function writeChunks(
  tx: Transaction,
  run: { readonly clusterId: string; readonly runId: string; readonly kind: EvidenceKind },
  chunks: readonly NewChunk[],
): Promise<void> {
  await tx.copyIn(
    {
      table: TABLE[run.kind],
      columns: { cluster_id: 'uuid', run_id: 'uuid', chunk: 'int4', at: 'timestamptz', count: 'int4', body: 'bytea' },
    },
    chunks.map(({ chunk, count, body }) => [run.clusterId, run.runId, chunk, tx.at, count, body]),
  );
}

/**
 * Keeps a node set under its digest; one that is there already stays, and is not sent: it is 300 KB with 5,000
 * nodes, the same from run to run.
 */
export async function writeNodeSet(
  tx: Transaction,
  clusterId: string,
  nodeSet: { readonly digest: Uint8Array; readonly body: Uint8Array },
): Promise<void> {
  const digest = Buffer.from(nodeSet.digest);
  const known = await tx.query('SELECT 1 FROM node_sets WHERE cluster_id = $1 AND digest = $2', [clusterId, digest]);
  if (known.length > 0) return;
  await tx.execute('INSERT INTO node_sets (cluster_id, digest, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    clusterId,
    digest,
    Buffer.from(nodeSet.body),
  ]);
}

/** What small parts write their first decisions as differences to, by its digest. */
export interface StoredBase {
  readonly digest: Uint8Array;
  /** Sealed as chunks are. */
  readonly body: Uint8Array;
}

/**
 * Keeps bases under their digests; those that are there already stay. In one order, so that writers
 * do not wait for each other.
 */
export async function writeBases(tx: Transaction, clusterId: string, bases: readonly StoredBase[]): Promise<void> {
  const sorted = bases
    .map(({ digest, body }) => ({ digest: Buffer.from(digest), body: Buffer.from(body) }))
    .sort((a, b) => Buffer.compare(a.digest, b.digest));
  for (const { digest, body } of sorted) {
    await tx.execute('INSERT INTO trace_bases (cluster_id, digest, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      clusterId,
      digest,
      body,
    ]);
  }
}

/** Finds the bodies of these bases by their digests; what is not there has none. */
export async function readBases(tx: Transaction, clusterId: string, digests: readonly Uint8Array[]): Promise<BaseOf> {
  const rows = await contentsOf(tx, 'trace_bases', { clusterId, digests });
  const bodies = new Map<string, Uint8Array>(rows.map(({ digest, body }) => [digest.toString('hex'), body]));
  return (digest) => bodies.get(Buffer.from(digest).toString('hex'));
}

/** Planned once a connection: there may be many partitions to plan for. */
const CHUNK: Readonly<Record<EvidenceKind, Statement>> = {
  log: {
    name: 'read_chunk',
    text: 'SELECT body FROM trace_chunks WHERE cluster_id = $1 AND run_id = $2 AND chunk = $3',
  },
  dryRun: {
    name: 'read_dry_run_chunk',
    text: 'SELECT body FROM dry_run_trace_chunks WHERE cluster_id = $1 AND run_id = $2 AND chunk = $3',
  },
};

/** The body of a chunk; undefined when there is none (any more). */
export async function readChunk(
  tx: Transaction,
  run: { readonly clusterId: string; readonly runId: string; readonly kind: EvidenceKind },
  chunk: number,
): Promise<Buffer | undefined> {
  const rows = await tx.query<{ body: Buffer }>(CHUNK[run.kind], [run.clusterId, run.runId, chunk]);
  return rows[0]?.body;
}

/** Where a chunk is, of a run of either kind. */
export interface ChunkPlace {
  readonly run: string;
  readonly chunk: number;
}

/** Chunks of one cluster in one statement, each once, in no order; those that are not there (any more) are left out. */
export function readChunks(
  tx: Transaction,
  clusterId: string,
  places: readonly ChunkPlace[],
): Promise<(ChunkPlace & { readonly body: Buffer })[]> {
  const from = (table: string): string => `SELECT run_id AS run, chunk, body FROM ${table}
     WHERE cluster_id = $1 AND (run_id, chunk) IN (SELECT * FROM unnest($2::uuid[], $3::int[]))`;
  return tx.query(`${from(TABLE.log)} UNION ALL ${from(TABLE.dryRun)}`, [
    clusterId,
    places.map(({ run }) => run),
    places.map(({ chunk }) => chunk),
  ]);
}

/** The body of a node set of the cluster; undefined when there is none. */
export async function findNodeSet(tx: Transaction, clusterId: string, digest: Uint8Array): Promise<Buffer | undefined> {
  const [row] = await contentsOf(tx, 'node_sets', { clusterId, digests: [digest] });
  return row?.body;
}

/** The body of a node set that a chunk of the cluster refers to. */
export async function readNodeSet(tx: Transaction, clusterId: string, digest: Uint8Array): Promise<Buffer> {
  const [body] = (await readNodeSets(tx, clusterId, [digest])).values();
  return body as Buffer;
}

/** The same of several in one statement, by their digests in hexadecimal. */
export async function readNodeSets(
  tx: Transaction,
  clusterId: string,
  digests: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await contentsOf(tx, 'node_sets', { clusterId, digests });
  const bodies = new Map(rows.map(({ digest, body }) => [digest.toString('hex'), body]));
  for (const digest of digests.map((bytes) => Buffer.from(bytes).toString('hex'))) {
    if (!bodies.has(digest)) throw new Error(`node set ${digest} of cluster ${clusterId} is not there`);
  }
  return bodies;
}

/** Contents that are found by their digests: those that are there. */
function contentsOf(
  tx: Transaction,
  table: 'trace_bases' | 'node_sets',
  { clusterId, digests }: { readonly clusterId: string; readonly digests: readonly Uint8Array[] },
): Promise<{ readonly digest: Buffer; readonly body: Buffer }[]> {
  if (digests.length === 0) return Promise.resolve([]);
  return tx.query(`SELECT digest, body FROM ${table} WHERE cluster_id = $1 AND digest = ANY($2::bytea[])`, [
    clusterId,
    digests.map((digest) => Buffer.from(digest)),
  ]);
}
