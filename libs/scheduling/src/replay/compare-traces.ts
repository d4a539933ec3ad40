import { brotli, readBases, readChunk, readNodeSet, type StoredDecision } from '#audit';
import { TimeSlice, type Transaction } from '#database';
import {
  decodeNodeSet,
  openChunk,
  traceDifference,
  TraceFormatError,
  type BaseOf,
  type NodeSetEntry,
  type Trace,
  type TraceChunk,
} from '#trace';
import type { PartPlan, PlannedDecision } from '../runs/index.js';
import type { LocatedDifference } from './replay-report.js';
import type { RecordedPart } from './replay.store.js';

/** A decision of which evidence is stored, and the same decided again. */
export interface TracedPair {
  readonly stored: StoredDecision;
  readonly replayed: PlannedDecision;
  /** It is known to differ: its trace is to say where. Else it is to be as it was. */
  readonly differs: boolean;
}

/** What the evidence of a decision says. */
export interface ComparedTrace {
  readonly located: LocatedDifference | null;
  readonly compared: 'full' | 'partial' | 'none';
  /** Why what is stored cannot be read. */
  readonly unreadable?: string;
}

/** The evidence of a part that was decided again, its chunks not compressed. */
export interface ReplayedTraces {
  readonly clusterId: string;
  readonly part: RecordedPart;
  readonly plan: Pick<PartPlan, 'chunks' | 'nodeSet'>;
  readonly nodes: readonly NodeSetEntry[];
}

/**
 * Compares stored evidence with the evidence of the same decisions made again, by ordinal; what is not in the
 * answer is the same. Chunk by chunk: most are the same byte for byte once they are decompressed, and of the others
 * every decision is looked at.
 */
export async function compareTraces(
  tx: Transaction,
  replay: ReplayedTraces,
  pairs: readonly TracedPair[],
): Promise<Map<number, ComparedTrace>> {
  const found = new Map<number, ComparedTrace>();
  const slice = new TimeSlice();
  for (const [chunk, group] of byChunk(pairs)) {
    for await (const [pair, compared] of compareChunk(tx, { ...replay, chunk }, group)) {
      if (pair.differs || compared.located !== null || compared.unreadable !== undefined)
        found.set(pair.stored.decision.ordinal, compared);
      await slice.yieldWhenOver();
    }
  }
  return found;
}

function byChunk(pairs: readonly TracedPair[]): Map<number, TracedPair[]> {
  const groups = new Map<number, TracedPair[]>();
  for (const pair of pairs) {
    if (pair.stored.trace === null) continue;
    const group = groups.get(pair.stored.trace.chunk);
    if (group === undefined) groups.set(pair.stored.trace.chunk, [pair]);
    else group.push(pair);
  }
  return groups;
}

async function* compareChunk(
  tx: Transaction,
  { clusterId, part: { run, kind }, plan, nodes, chunk }: ReplayedTraces & { readonly chunk: number },
  pairs: readonly TracedPair[],
): AsyncIterable<readonly [TracedPair, ComparedTrace]> {
  const body = await readChunk(tx, { clusterId, runId: run, kind }, chunk);
  const opened = body === undefined ? 'its chunk is not there' : open(body);
  if (typeof opened === 'string') {
    for (const pair of pairs) yield [pair, { located: null, compared: 'none', unreadable: opened }];
    return;
  }
  const again = plan.chunks.find((one) => one.chunk === chunk)?.body;
  if (again !== undefined && Buffer.compare(opened.payload, again.subarray(1)) === 0 && pairs.every(isInPlace)) return;
  const otherNodes =
    Buffer.compare(opened.chunk.nodeSet, plan.nodeSet.digest) === 0
      ? null
      : await differentNodes(tx, { clusterId, nodeSet: opened.chunk.nodeSet, nodes });
  const bases = await readBases(tx, clusterId, opened.chunk.bases);
  const replayed = new ReplayedChunks(plan.chunks);
  for (const pair of pairs)
    yield [
      pair,
      otherNodes === null
        ? comparePair(pair, { chunk: opened.chunk, bases, replayed, nodes })
        : { located: otherNodes, compared: 'none' },
    ];
}

interface Opened {
  readonly chunk: TraceChunk;
  readonly payload: Uint8Array;
}

/** The chunk, or why it cannot be read. */
function open(body: Uint8Array): Opened | string {
  let payload: Uint8Array = new Uint8Array(0);
  try {
    return { chunk: openChunk(body, { decompress: (bytes) => (payload = brotli.decompress(bytes)) }), payload };
  } catch (error) {
    return unreadable(error);
  }
}

function unreadable(error: unknown): string {
  if (error instanceof TraceFormatError || error instanceof RangeError) return error.message;
  throw error;
}

/** The decision has the place in the chunk that it had. */
function isInPlace({ stored, replayed }: TracedPair): boolean {
  return stored.trace?.chunk === replayed.trace?.chunk && stored.trace?.index === replayed.trace?.index;
}

/** Chunks that were just made, opened when they are needed. */
class ReplayedChunks {
  readonly #opened = new Map<number, TraceChunk>();

  constructor(private readonly chunks: PartPlan['chunks']) {}

  traceOf({ trace }: PlannedDecision): Trace | undefined {
    const { chunk, index } = trace ?? {};
    if (typeof chunk !== 'number' || typeof index !== 'number') return undefined;
    let opened = this.#opened.get(chunk);
    if (opened === undefined) {
      const made = this.chunks.find((one) => one.chunk === chunk);
      if (made === undefined) return undefined;
      this.#opened.set(chunk, (opened = openChunk(made.body, { decompress: (bytes) => bytes })));
    }
    return opened.trace(index);
  }
}

interface OpenedPair {
  readonly chunk: TraceChunk;
  readonly bases: BaseOf;
  readonly replayed: ReplayedChunks;
  readonly nodes: readonly NodeSetEntry[];
}

function comparePair(
  { stored, replayed: decision }: TracedPair,
  { chunk, bases, replayed, nodes }: OpenedPair,
): ComparedTrace {
  const now = replayed.traceOf(decision);
  if (now === undefined) return { located: null, compared: 'none' };
  try {
    const before = chunk.trace(stored.trace?.index ?? -1, bases);
    const difference = traceDifference(before, now);
    if (difference === null) return { located: null, compared: before.partial ? 'partial' : 'full' };
    const { row, ...located } = difference;
    return {
      located: { ...located, node: row === null ? null : (nodes[row]?.name ?? null) },
      compared: before.partial ? 'partial' : 'full',
    };
  } catch (error) {
    return { located: null, compared: 'none', unreadable: unreadable(error) };
  }
}

/**
 * Rows that are other nodes cannot be compared: the first node, by name, that only one of the two has; none where they
 * only stand in another order.
 */
async function differentNodes(
  tx: Transaction,
  {
    clusterId,
    nodeSet,
    nodes,
  }: { readonly clusterId: string; readonly nodeSet: Uint8Array; readonly nodes: readonly NodeSetEntry[] },
): Promise<LocatedDifference> {
  const before = new Map(decodeNodeSet(await readNodeSet(tx, clusterId, nodeSet)).map(({ name, uid }) => [name, uid]));
  const now = new Map(nodes.map(({ name, uid }) => [name, uid]));
  const [node = null] = [...new Set([...before.keys(), ...now.keys()])]
    .filter((name) => before.get(name) !== now.get(name))
    .sort();
  const uidIn = (names: ReadonlyMap<string, string>): string | null =>
    node === null ? null : (names.get(node) ?? null);
  return { what: 'nodes', plugin: null, node, recorded: uidIn(before), replayed: uidIn(now) };
}
