import { createHash } from 'node:crypto';
import { brotli, compressAsync } from '#audit';
import type { CopyTarget, Transaction } from '#database';
import { type PastObject, PastState } from '../objects/index.js';
import { readLines, snapshotChunks } from './snapshot-lines.js';

const SNAPSHOTS: CopyTarget = {
  table: 'snapshots',
  columns: { cluster_id: 'uuid', position: 'int8', objects: 'int4', digest: 'bytea', created_at: 'timestamptz' },
};
const CHUNKS: CopyTarget = {
  table: 'snapshot_chunks',
  columns: { cluster_id: 'uuid', position: 'int8', chunk: 'int4', body: 'bytea' },
};

/** The last snapshot of a cluster between two positions, both included. */
export async function findSnapshot(
  tx: Transaction,
  clusterId: string,
  { from, upTo }: { readonly from: bigint; readonly upTo: bigint },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ position: string }>(
    `SELECT position FROM snapshots WHERE cluster_id = $1 AND position BETWEEN $2 AND $3 ORDER BY position DESC
     LIMIT 1`,
    [clusterId, from, upTo],
  );
  return row && BigInt(row.position);
}

/** @throws like `wholeSnapshot` */
export async function readSnapshot(tx: Transaction, clusterId: string, position: bigint): Promise<PastState> {
  const state = new PastState(position);
  for await (const objects of wholeSnapshot(tx, clusterId, position)) for (const object of objects) state.add(object);
  return state;
}

/**
 * The objects of a snapshot, as `streamSnapshot` gives them.
 * @throws behind the last when what is stored is not what was written
 */
export async function* wholeSnapshot(
  tx: Transaction,
  clusterId: string,
  position: bigint,
): AsyncIterable<Iterable<PastObject>> {
  let whole = false;
  yield* streamSnapshot(tx, {
    clusterId,
    position,
    onEnd: ({ isWhole }) => {
      whole = isWhole;
    },
  });
  if (!whole) throw new Error(`the snapshot of cluster ${clusterId} at position ${position} is not what was written`);
}

/** What a snapshot came to. */
export interface SnapshotEnd {
  /** It is there, and is what was written. */
  readonly isWhole: boolean;
  /** Of its lines. */
  readonly digest: Buffer;
}

/**
 * The objects of a snapshot by kind, namespace and name, a chunk at a time, each once; `onEnd` is called behind the
 * last. What cannot be read is left out.
 */
export async function* streamSnapshot(
  tx: Transaction,
  {
    clusterId,
    position,
    onEnd,
  }: { readonly clusterId: string; readonly position: bigint; readonly onEnd?: (end: SnapshotEnd) => void },
): AsyncIterable<Iterable<PastObject>> {
  const [row] = await tx.query<{ digest: Buffer; objects: number }>(
    'SELECT digest, objects FROM snapshots WHERE cluster_id = $1 AND position = $2',
    [clusterId, position],
  );
  const hash = createHash('sha256');
  let [next, count] = [0, 0];
  const chunks = tx.stream<{ chunk: number; body: Buffer }>(
    'SELECT chunk, body FROM snapshot_chunks WHERE cluster_id = $1 AND position = $2 ORDER BY chunk',
    [clusterId, position],
    1,
  );
  for await (const [stored] of chunks) {
    const lines = stored?.chunk === next++ ? linesOf(stored.body) : undefined;
    if (lines === undefined) continue;
    hash.update(lines);
    count += countLines(lines);
    yield readLines(lines);
  }
  const digest = hash.digest();
  onEnd?.({ isWhole: row?.objects === count && row.digest.equals(digest), digest });
}

function linesOf(body: Buffer): Buffer | undefined {
  try {
    return Buffer.from(brotli.decompress(body));
  } catch (error) {
    // Errors of zlib have a number.
    if (typeof error === 'object' && error !== null && 'errno' in error) return undefined;
    throw error;
  }
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

const NEWLINE = 10;

/** The objects of a cluster at a position, by kind, namespace and name. */
export interface WholeState {
  readonly position: bigint;
  readonly objects: AsyncIterable<PastObject> | Iterable<PastObject>;
}

/**
 * Stores a state, unless it is stored already; answers its digest: SHA-256 of all lines. In memory is a chunk of it,
 * and all chunks compressed.
 */
export async function writeSnapshot(
  tx: Transaction,
  clusterId: string,
  { position, objects }: WholeState,
): Promise<Buffer> {
  const known = await tx.query<{ digest: Buffer }>(
    'SELECT digest FROM snapshots WHERE cluster_id = $1 AND position = $2',
    [clusterId, position],
  );
  if (known[0] !== undefined) return known[0].digest;
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const { lines, count } of snapshotChunks(objects)) {
    hash.update(lines);
    size += count;
    chunks.push(await compressAsync(lines));
  }
  // Objects may come from the same connection: nothing is copied before all of them are there.
  await tx.copyIn(
    CHUNKS,
    chunks.map((body, chunk) => [clusterId, position, chunk, body]),
  );
  const digest = hash.digest();
  await tx.copyIn(SNAPSHOTS, [[clusterId, position, size, digest, tx.at]]);
  return digest;
}

/** A cluster whose log has grown far beyond its last snapshot. */
export interface DueSnapshot {
  readonly clusterId: string;
  /** Where the next one is to be. */
  readonly position: bigint;
}

/** The clusters that need a snapshot when so many changes, or half as many as they have objects, are between two. */
export async function findDue(tx: Transaction, every: number): Promise<DueSnapshot[]> {
  const rows = await tx.query<{ id: string; position: string }>(
    `SELECT id, position FROM (
       SELECT c.id, h.position AS head, coalesce(s.position, c.origin_position, 0) + greatest($1::bigint,
         coalesce(s.objects, 0) / 2) AS position
       FROM clusters c JOIN cluster_heads h ON h.cluster_id = c.id
       LEFT JOIN LATERAL (SELECT position, objects FROM snapshots WHERE cluster_id = c.id ORDER BY position DESC
         LIMIT 1) s ON true
       WHERE c.deleted_at IS NULL) due
     WHERE position <= head`,
    [every],
  );
  return rows.map((row) => ({ clusterId: row.id, position: BigInt(row.position) }));
}

/** Whether this transaction is the one that keeps snapshots, among those of all processes. */
export async function keepsSnapshots(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtext('berth snapshots')) AS mine",
  );
  return row?.mine === true;
}
