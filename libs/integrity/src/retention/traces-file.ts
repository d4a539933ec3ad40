import { brotli, readBases, readNodeSet } from '#audit';
import type { Transaction } from '#database';
import { decodeNodeSet, encodeNodeSet, openChunk, type Trace, type TraceChunk } from '#trace';
import { sha256 } from '#requests';
import { readGzipLines } from './gzip-file.js';
import { archivedChunks } from './traces-file.store.js';

/** The format of a file of traces, and its version: the first line's `type`. What a line refers to stands before it. */
const TYPE = 'berth.traces/1';
const END_TYPE = 'berth.traces-end/1';

/** What is archived. */
export interface TracesOf {
  readonly clusterId: string;
  readonly firstRevision: bigint;
  readonly lastRevision: bigint;
  /** Everything before this time. */
  readonly edge: Date;
}

type TracesLine =
  | { readonly nodeSet: string; readonly nodes: readonly { readonly name: string; readonly uid: string }[] }
  | { readonly base: string; readonly body: string }
  /** `ordinals`: of the decisions, in the order of the chunk. */
  | { readonly run: string; readonly chunk: number; readonly ordinals: readonly number[]; readonly body: string }
  | { readonly type: typeof END_TYPE; readonly chunks: number; readonly traces: number };

/**
 * The chunks of the archived decisions, and the node sets and bases that they refer to, each once; as lines of JSON.
 */
export async function* traceLines(tx: Transaction, of: TracesOf): AsyncIterable<string> {
  yield line({
    type: TYPE,
    cluster: of.clusterId,
    firstRevision: String(of.firstRevision),
    lastRevision: String(of.lastRevision),
  });
  const known = new Set<string>();
  let [chunks, traces] = [0, 0];
  for await (const { run, chunk, ordinals, body } of archivedChunks(tx, of)) {
    const { nodeSet, bases } = openChunk(body, brotli);
    if (isNew(known, nodeSet))
      yield line({ nodeSet: hex(nodeSet), nodes: decodeNodeSet(await readNodeSet(tx, of.clusterId, nodeSet)) });
    const missing = bases.filter((base) => isNew(known, base));
    const bodyOf = await readBases(tx, of.clusterId, missing);
    for (const base of missing) yield line({ base: hex(base), body: base64(bodyOf(base)) });
    yield line({ run, chunk, ordinals, body: base64(body) });
    chunks++;
    traces += ordinals.length;
  }
  yield line({ type: END_TYPE, chunks, traces });
}

function isNew(known: Set<string>, digest: Uint8Array): boolean {
  const key = hex(digest);
  return !known.has(key) && known.add(key).has(key);
}

/**
 * Reads a file of traces back: everything in it can be read, and is there that is referred to.
 * Resolves to the number of traces.
 * @throws when not
 */
export async function checkTraces(path: string): Promise<number> {
  const known = new Set<string>();
  let [chunks, traces, ended] = [0, 0, false];
  let first = true;
  for await (const text of readGzipLines(path)) {
    if (first !== text.startsWith(`{"type":"${TYPE}"`) || ended) throw new Error(`${path} is not a file of traces`);
    if (!first) {
      const read = JSON.parse(text) as TracesLine;
      if ('nodeSet' in read) known.add(checkedDigest(read.nodeSet, encodeNodeSet(read.nodes)));
      else if ('base' in read)
        known.add(checkedDigest(read.base, brotli.decompress(Buffer.from(read.body, 'base64').subarray(1))));
      else if ('run' in read) {
        checkChunk(read, known);
        chunks++;
        traces += read.ordinals.length;
      } else {
        ended = read.chunks === chunks && read.traces === traces;
      }
    }
    first = false;
  }
  if (!ended) throw new Error(`${path} is cut off`);
  return traces;
}

function checkedDigest(digest: string, content: Uint8Array): string {
  if (hex(sha256(content)) !== digest) throw new Error(`what is kept as ${digest} is something else`);
  return digest;
}

function checkChunk(
  {
    run,
    chunk,
    ordinals,
    body,
  }: { readonly run: string; readonly chunk: number; readonly ordinals: readonly number[]; readonly body: string },
  known: ReadonlySet<string>,
): void {
  const { count, nodeSet, bases } = openChunk(Buffer.from(body, 'base64'), brotli);
  const whole = count === ordinals.length && [nodeSet, ...bases].every((digest) => known.has(hex(digest)));
  if (!whole) throw new Error(`chunk ${chunk} of run ${run} is not whole`);
}

/** A trace, and the names of the nodes of its rows. */
export interface ArchivedTrace {
  readonly trace: Trace;
  readonly nodeNames: readonly string[];
}

/**
 * The trace of a decision; undefined when the file has none. What a chunk refers to stands before it, so the file is
 * read a second time for that.
 */
export async function findTrace(
  path: string,
  { run, ordinal }: { readonly run: string; readonly ordinal: number },
): Promise<ArchivedTrace | undefined> {
  const found = await findChunk(path, run, ordinal);
  if (found === undefined) return undefined;
  const { chunk, index } = found;
  const wanted = new Set([chunk.nodeSet, ...chunk.bases].map(hex));
  const bases = new Map<string, Buffer>();
  let nodeNames: readonly string[] = [];
  for await (const text of readGzipLines(path)) {
    if (wanted.size === 0) break;
    const digest = /^\{"(?:nodeSet|base)":"([0-9a-f]{64})"/.exec(text)?.[1];
    if (digest === undefined || !wanted.delete(digest)) continue;
    const read = JSON.parse(text) as TracesLine;
    if ('nodes' in read) nodeNames = read.nodes.map(({ name }) => name);
    else if ('base' in read) bases.set(digest, Buffer.from(read.body, 'base64'));
  }
  return { trace: chunk.trace(index, (digest) => bases.get(hex(digest))), nodeNames };
}

async function findChunk(
  path: string,
  run: string,
  ordinal: number,
): Promise<{ readonly chunk: TraceChunk; readonly index: number } | undefined> {
  for await (const text of readGzipLines(path)) {
    if (!text.startsWith(`{"run":"${run}"`)) continue;
    const read = JSON.parse(text) as TracesLine;
    const index = 'ordinals' in read ? read.ordinals.indexOf(ordinal) : -1;
    if (index >= 0 && 'body' in read) return { chunk: openChunk(Buffer.from(read.body, 'base64'), brotli), index };
  }
  return undefined;
}

function line(content: object): string {
  return `${JSON.stringify(content)}\n`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function base64(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) throw new Error('a base that a chunk refers to is not there');
  return Buffer.from(bytes).toString('base64');
}
