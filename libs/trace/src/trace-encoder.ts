import type { Evidence } from '#scheduler';
import { ChunkWriter, sealChunk } from './chunk/index.js';
import { ColumnScratch } from './column-scratch.js';
import { holdsValues, packColumn, type Column } from './column.js';
import type { Compressor, Hash } from './handed-in.js';
import { shapeOf, type PluginShape } from './plugin-shape.js';
import { genesisDigest, TraceDigest, type ColumnMeaning } from './trace-digest.js';
import { VerdictTable } from './verdict-table.js';

/** What an encoder of one run part needs to know beforehand. */
export interface TraceEncoderOptions {
  readonly hash: Hash;
  readonly compress: Compressor['compress'];
  /** Content address of the node set that the rows of all evidence of the part are: `nodeSetDigest(hash, encodeNodeSet(nodes))`. */
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
  /** How many decisions of each class will come at most: after the last, the class's columns are let go. Classes that are not in it are kept to the end. */
  readonly expected?: ReadonlyMap<string, number>;
  /** A chunk is sealed with this many decisions; 64 by default. */
  readonly maxDecisions?: number;
  /** A chunk is sealed when its columns reach this many bytes before compression; 2 MiB by default, which bounds what reading one decision costs. */
  readonly maxColumnBytes?: number;
}

/** One attempt that reached filtering. */
export interface TracedAttempt {
  /** As it was before the attempt's placement was applied. */
  readonly evidence: Evidence;
  /** Which class the pod belongs to: the same text for pods whose scheduling-relevant spec is identical. */
  readonly classKey: string;
}

/** A chunk ready to be stored. */
export interface SealedChunk {
  /** 0, 1, 2, ... within the part. */
  readonly ordinal: number;
  /** Decisions in it: those added since the chunk before. */
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Where one attempt's trace went. */
export interface EncodedTrace {
  readonly digest: Uint8Array;
  /** Ordinal of the chunk that holds it, and its place there. */
  readonly chunk: number;
  readonly index: number;
  /** The chunk, when this attempt completed it. */
  readonly sealed: SealedChunk | null;
}

/** Encodes the attempts of one run part, in the order in which they were decided. */
export interface TraceEncoder {
  /** @throws RangeError when the evidence does not fit the node set, has numbers that are not safe integers, or its class was announced with fewer decisions. */
  add(attempt: TracedAttempt): EncodedTrace;
  /** The last chunk; null when nothing is left. */
  finish(): SealedChunk | null;
}

interface ClassState {
  readonly index: number;
  expected: number;
  digest: Uint8Array;
  /** Of the class's previous decision; null before the first and after the last. */
  last: { readonly shape: PluginShape; readonly columns: readonly Column[] } | null;
}

/** An encoder for one run part. */
export function createTraceEncoder(options: TraceEncoderOptions): TraceEncoder {
  return new PartEncoder(options);
}

class PartEncoder implements TraceEncoder {
  readonly #verdicts = new VerdictTable();
  readonly #digest: TraceDigest;
  readonly #chunk: ChunkWriter;
  readonly #scratch: ColumnScratch;
  readonly #classes = new Map<string, ClassState>();
  readonly #shapes = new Map<string, PluginShape>();
  /** The columns of the decision before, of whatever class: static plugins often agree across classes. */
  #previous: readonly Column[] = [];
  #ordinal = 0;

  constructor(private readonly options: TraceEncoderOptions) {
    if (options.nodeSet.length !== 32) throw new RangeError(`the content address of a node set has 32 bytes, not ${options.nodeSet.length}`);
    this.#digest = new TraceDigest(options.hash, this.#verdicts);
    this.#chunk = new ChunkWriter(options, this.#verdicts);
    this.#scratch = new ColumnScratch(options.nodeCount);
  }

  add({ evidence, classKey }: TracedAttempt): EncodedTrace {
    if (evidence.nodeCount !== this.options.nodeCount) throw new RangeError(`evidence of ${evidence.nodeCount} nodes for a node set of ${this.options.nodeCount}`);
    const state = this.#classState(classKey);
    this.#verdicts.read(evidence);
    const shape = this.#internShape(shapeOf(evidence));
    const columns = this.#columns(evidence, shape, state);
    this.#previous = columns;
    state.expected--;
    state.last = state.expected > 0 ? { shape, columns } : null;
    const [chunk, index] = [this.#ordinal, this.#chunk.count];
    this.#chunk.add({ shape, classIndex: state.index, columns });
    return { digest: state.digest, chunk, index, sealed: this.#isFull() ? this.finish() : null };
  }

  finish(): SealedChunk | null {
    const count = this.#chunk.count;
    return count === 0 ? null : { ordinal: this.#ordinal++, count, bytes: sealChunk(this.#chunk.take(), this.options) };
  }

  #isFull(): boolean {
    const { maxDecisions = 64, maxColumnBytes = 2 ** 21 } = this.options;
    return this.#chunk.count >= maxDecisions || this.#chunk.columnBytes >= maxColumnBytes;
  }

  #classState(classKey: string): ClassState {
    const known = this.#classes.get(classKey);
    const state = known ?? { index: this.#classes.size, expected: this.options.expected?.get(classKey) ?? Infinity, digest: genesisDigest, last: null };
    // Going on without the previous columns would make the digest depend on what was announced.
    if (state.expected <= 0) throw new RangeError(`class ${classKey} has had all the decisions that were announced`);
    this.#classes.set(classKey, state);
    return state;
  }

  /** The columns of the decision; sets the class's digest on the way, because both look at the same differences. */
  #columns(evidence: Evidence, shape: PluginShape, state: ClassState): readonly Column[] {
    const last = state.last?.shape === shape ? state.last.columns : null;
    this.#digest.begin(state.digest, last === null ? { ...shape, nodeSet: this.options.nodeSet, nodeCount: this.options.nodeCount } : null);
    const columns: Column[] = [];
    const keep = (meaning: ColumnMeaning): void => {
      columns.push(this.#keepColumn(meaning, columns, last));
    };
    this.#scratch.fillStatuses(evidence, this.#verdicts);
    keep('status');
    this.#scratch.fillFailures(evidence, this.#verdicts);
    keep('failures');
    for (const { raw, normalized } of evidence.scores) {
      this.#scratch.fillScores(raw);
      keep('score');
      this.#scratch.fillScores(normalized);
      keep('score');
    }
    state.digest = this.#digest.end();
    return columns;
  }

  /** The column now in the scratch as an object that equal neighbours share, and its part of the digest. */
  #keepColumn(meaning: ColumnMeaning, columns: readonly Column[], last: readonly Column[] | null): Column {
    const { values } = this.#scratch;
    const before = last?.[columns.length];
    const unchanged = before !== undefined && holdsValues(before, values);
    this.#digest.column(meaning, unchanged ? null : this.#scratch.before(before), values);
    if (unchanged) return before;
    const neighbours = [this.#previous[columns.length], meaning === 'score' ? columns.at(-1) : undefined];
    return neighbours.find((neighbour) => neighbour !== undefined && holdsValues(neighbour, values)) ?? packColumn(values);
  }

  #internShape(shape: PluginShape): PluginShape {
    const key = JSON.stringify([shape.filterPlugins, shape.scorePlugins.map(({ name, weight }) => [name, weight])]);
    const known = this.#shapes.get(key) ?? shape;
    this.#shapes.set(key, known);
    return known;
  }
}
