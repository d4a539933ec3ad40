import type { Evidence } from '#scheduler';
import { ChunkWriter } from './chunk/index.js';
import { EvidenceFollower, type ClassColumns } from './columns/index.js';
import type { Hash } from './handed-in.js';
import { PartitionTable } from './partition.js';
import { makeBase, type NewTraceBase, type TraceBase, type TraceBases } from './trace-bases.js';
import { genesisDigest, TraceDigest } from './trace-digest.js';
import { VerdictTable } from './verdict-table.js';

/** What an encoder of one run part needs to know beforehand. */
export interface TraceEncoderOptions {
  readonly hash: Hash;
  /**
   * Content address of the node set that the rows of all evidence of the part are:
   * `nodeSetDigest(hash, encodeNodeSet(nodes))`.
   */
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
  /**
   * How many decisions of each class will come at most: after the last, the class's columns are released, and one more
   * is refused, because its digest would be another without them. Classes that are not in it are kept to the end.
   */
  readonly expected?: ReadonlyMap<string, number>;
  /**
   * For parts of few decisions: a class's first decision is written as a difference to the base of an earlier part, 100
   * to 200 bytes instead of a frame. Without a base for these nodes and plugins, or where the difference exceeds an
   * eighth of it, the decision is the next base.
   */
  readonly bases?: Pick<TraceBases, 'find' | 'evidenceOf'>;
  /**
   * How much of each decision is stored: at most so many rows (see `bestRows`), of 0 nothing; everything by default.
   * The digest is over everything. Such a trace is partial: it has only its rows, and is not evidence again.
   */
  readonly keep?: { readonly nodes: number };
  /** A chunk is sealed with this many decisions; 1,024 by default. */
  readonly maxDecisions?: number;
  /**
   * A chunk is sealed when it has this many bytes before compression, which bounds what reading one decision costs; by
   * default 2 MiB, or 400 for each row where that is more.
   */
  readonly maxBytes?: number;
}

/** One attempt that reached filtering. */
export interface TracedAttempt {
  /** As it was before the attempt's placement was applied. */
  readonly evidence: Evidence;
  /** Which class the pod belongs to: the same text for pods whose scheduling-relevant spec is identical. */
  readonly classKey: string;
  /** The rows to keep when not all are, see `bestRows`; needed with `keep` of more than 0. */
  readonly bestRows?: (count: number) => readonly number[];
}

/** A chunk ready to be compressed, sealed (`sealedChunk`) and stored. */
export interface SealedChunk {
  /** 0, 1, 2, ... within the part. */
  readonly ordinal: number;
  /** Decisions in it: those added since the chunk before. */
  readonly count: number;
  /** Uncompressed. */
  readonly payload: Uint8Array;
  /** Bases that it refers to and that are stored with it: they are for `TraceBases.keep` once this is committed. */
  readonly bases: readonly NewTraceBase[];
}

/** Where one attempt's trace went. */
export interface EncodedTrace {
  readonly digest: Uint8Array;
  readonly stored: 'full' | 'partial' | 'none';
  /** Ordinal of the chunk that holds it; null when nothing is stored. */
  readonly chunk: number | null;
  /** Its place there. */
  readonly index: number | null;
  /** The chunk, when this attempt completed it. */
  readonly sealed: SealedChunk | null;
}

/** Encodes the attempts of one run part, in the order in which they were decided. */
export interface TraceEncoder {
  /**
   * @throws RangeError when the evidence does not fit the node set, has numbers that are not safe integers, or its
   * class was announced with fewer decisions; the encoder is of no use then.
   */
  add(attempt: TracedAttempt): EncodedTrace;
  /** The last chunk; null when nothing is left. */
  finish(): SealedChunk | null;
}

interface ClassState {
  readonly index: number;
  expected: number;
  digest: Uint8Array;
  /** As of the class's last decision; null before the first and after the last. */
  columns: ClassColumns | null;
  /** The chunk in which these columns can be followed from. */
  framedIn: number;
}

/** An encoder for one run part. */
export function createTraceEncoder(options: TraceEncoderOptions): TraceEncoder {
  return new PartEncoder(options);
}

const leastBytes = 2 ** 21;
const bytesPerRow = 400;
/** A base whose differences are beyond this share of it is replaced. */
const largestShareOfBase = 1 / 8;
/** What a changed value takes, about: its place, and itself. */
const bytesPerChange = 3;

class PartEncoder implements TraceEncoder {
  readonly #verdicts = new VerdictTable();
  readonly #follower: EvidenceFollower;
  readonly #digest: TraceDigest;
  readonly #classes = new Map<string, ClassState>();
  readonly #maxDecisions: number;
  readonly #maxBytes: number;
  readonly #chunk: ChunkWriter;
  #newBases: NewTraceBase[] = [];
  #ordinal = 0;

  constructor(private readonly options: TraceEncoderOptions) {
    const { nodeSet, nodeCount, hash } = options;
    if (nodeSet.length !== 32)
      throw new RangeError(`the content address of a node set has 32 bytes, not ${nodeSet.length}`);
    this.#maxDecisions = options.maxDecisions ?? 1024;
    this.#maxBytes = options.maxBytes ?? Math.max(leastBytes, nodeCount * bytesPerRow);
    this.#follower = new EvidenceFollower(new PartitionTable(hash, nodeCount), this.#verdicts);
    this.#digest = new TraceDigest(hash, options, this.#verdicts);
    this.#chunk = new ChunkWriter(options, this.#verdicts);
  }

  add(attempt: TracedAttempt): EncodedTrace {
    const { evidence, classKey } = attempt;
    if (evidence.nodeCount !== this.options.nodeCount)
      throw new RangeError(`evidence of ${evidence.nodeCount} nodes for a node set of ${this.options.nodeCount}`);
    const state = this.#classState(classKey);
    const before = state.columns;
    const base = before === null ? this.#findBase(classKey) : null;
    const now = this.#follower.follow(before ?? base?.columns ?? null, evidence);
    state.digest = this.#digest.of(state.digest, { now, changes: this.#follower.changes, full: now !== before });
    const place = { chunk: this.#ordinal, index: this.#chunk.count };
    const stored = this.#store(attempt, { state, now, base: base !== null && now === base.columns ? base : null });
    state.expected--;
    state.columns = state.expected > 0 ? now : null;
    if (state.columns === null) this.#follower.letGo(now);
    if (stored === 'none') return { digest: state.digest, stored, chunk: null, index: null, sealed: null };
    return { digest: state.digest, stored, ...place, sealed: this.#isFull() ? this.finish() : null };
  }

  finish(): SealedChunk | null {
    const { count } = this.#chunk;
    if (count === 0) return null;
    const sealed = { ordinal: this.#ordinal++, count, payload: this.#chunk.finish(), bases: this.#newBases };
    this.#newBases = [];
    return sealed;
  }

  #isFull(): boolean {
    return this.#chunk.count >= this.#maxDecisions || this.#chunk.length >= this.#maxBytes;
  }

  #store(
    attempt: TracedAttempt,
    { state, now, base }: { state: ClassState; now: ClassColumns; base: KnownBase | null },
  ): EncodedTrace['stored'] {
    const { keep, bases } = this.options;
    if (keep !== undefined) return this.#storeRows(attempt, { state, now, nodes: keep.nodes });
    if (state.columns === now && state.framedIn === this.#ordinal)
      this.#chunk.difference(state.index, now, this.#follower);
    else if (bases !== undefined && state.columns === null) this.#storeBased(attempt.classKey, { state, now, base });
    else this.#chunk.frame(state.index, now);
    state.framedIn = this.#ordinal;
    return 'full';
  }

  #storeRows(
    { evidence, bestRows }: TracedAttempt,
    { state, now, nodes }: { state: ClassState; now: ClassColumns; nodes: number },
  ): 'partial' | 'none' {
    if (nodes === 0) return 'none';
    if (bestRows === undefined) throw new RangeError('which rows are kept is not said');
    this.#chunk.excerpt(state.index, { now, evidence, rows: [...bestRows(nodes)].sort((a, b) => a - b) });
    return 'partial';
  }

  #storeBased(
    classKey: string,
    { state, now, base }: { state: ClassState; now: ClassColumns; base: KnownBase | null },
  ): void {
    if (base !== null && this.#differenceBytes(now) <= base.payload.length * largestShareOfBase) {
      const { changes, numbersChanged, overridesChanged } = this.#follower;
      this.#chunk.based(state.index, now, { base: base.digest, changes, numbersChanged, overridesChanged });
      return;
    }
    const writer = new ChunkWriter(this.options, this.#verdicts);
    writer.frame(0, now);
    const made = { classKey, ...makeBase(this.options.hash, writer.finish()) };
    this.#newBases.push(made);
    this.#chunk.based(state.index, now, {
      base: made.digest,
      changes: [],
      numbersChanged: false,
      overridesChanged: false,
    });
  }

  #differenceBytes({ columns, overrides }: ClassColumns): number {
    const { changes, overridesChanged } = this.#follower;
    return columns.reduce(
      (sum, { cells }, index) => {
        const change = changes[index];
        return sum + (change === undefined ? 0 : change.replaced ? cells.byteLength : change.count * bytesPerChange);
      },
      overridesChanged ? overrides.length * bytesPerChange : 0,
    );
  }

  #findBase(classKey: string): KnownBase | null {
    const { keep, bases } = this.options;
    const found = keep === undefined ? bases?.find(classKey) : undefined;
    if (found === undefined || bases === undefined) return null;
    const evidence = bases.evidenceOf(found, this.options);
    return evidence && { ...found, columns: this.#follower.follow(null, evidence) };
  }

  #classState(classKey: string): ClassState {
    const known = this.#classes.get(classKey);
    const state = known ?? {
      index: this.#classes.size,
      expected: this.options.expected?.get(classKey) ?? Infinity,
      digest: genesisDigest,
      columns: null,
      framedIn: -1,
    };
    // Going on without the previous columns would make the digest depend on what was announced.
    if (state.expected <= 0) throw new RangeError(`class ${classKey} has had all the decisions that were announced`);
    if (known === undefined) this.#classes.set(classKey, state);
    return state;
  }
}

interface KnownBase extends TraceBase {
  readonly columns: ClassColumns;
}
