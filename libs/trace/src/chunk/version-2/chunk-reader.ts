import type { Evidence } from '#scheduler';
import { ByteReader, TraceFormatError } from '../../bytes/index.js';
import { evidenceTrace, type TraceOrigin } from '../../evidence-trace.js';
import type { PartRows } from '../../part-rows.js';
import { partialTrace } from '../../partial-trace.js';
import type { PluginShape } from '../../plugin-shape.js';
import type { Trace } from '../../trace.js';
import type { BaseOf, TraceChunk } from '../trace-chunk.js';
import { decisionKind } from './decision-kind.js';
import { DecisionReader, readFrame, type DecisionParts } from './decision-reader.js';
import { evidenceOf, type DecodedDecision, type Step } from './decoded-decision.js';
import { readExcerpt } from './excerpt-reader.js';
import { TablesReader } from './tables-reader.js';

/** More rows than any cluster has nodes: a damaged count must not be believed. */
const mostRows = 2 ** 24;

const streamNames = ['heads', 'indices', 'verdicts', 'scores'] as const;

interface DirectoryEntry {
  readonly classIndex: number;
  readonly kind: number;
  /** From and to, in each stream. */
  readonly spans: readonly (readonly [number, number])[];
}

/** How far the decisions of one class are read. */
interface ClassReading {
  readonly reader: DecisionReader;
  /** Begins anew with each frame: what changed since the one before is not known. */
  readonly chain: object;
  readonly step: number;
}

/** Reads the payload of a version 2 chunk; a decision is put together when it is asked for. @throws TraceFormatError */
export function readChunk(payload: Uint8Array): Omit<TraceChunk, 'version'> {
  const chunk = new ChunkReader(new ByteReader(payload));
  const { nodeSet, nodeCount, bases, count, classes } = chunk;
  return {
    nodeSet,
    nodeCount,
    count,
    classes,
    bases,
    trace: (index, baseOf = noBases) => chunk.trace(index, baseOf),
    traces: (baseOf = noBases) => chunk.traces(baseOf),
  };
}

class ChunkReader {
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
  readonly #tables: TablesReader;
  readonly #directory: readonly DirectoryEntry[];
  readonly #streams: readonly Uint8Array[];
  readonly #frames = new Map<number, { readonly shape: PluginShape; readonly columns: readonly number[] }>();

  constructor(reader: ByteReader) {
    this.nodeSet = reader.raw(32).slice();
    this.nodeCount = reader.varint();
    if (this.nodeCount > mostRows) throw new TraceFormatError(`${this.nodeCount} rows are more than there are nodes`);
    this.#tables = new TablesReader(reader, this.nodeCount);
    const count = reader.varint();
    const directory = new ByteReader(reader.raw(reader.varint()));
    this.#streams = streamNames.map(() => reader.raw(reader.varint()));
    reader.end();
    this.#directory = readDirectory(directory, count);
    this.#readFrames();
  }

  get bases(): readonly Uint8Array[] {
    return this.#tables.bases;
  }

  get count(): number {
    return this.#directory.length;
  }

  get classes(): readonly number[] {
    return this.#directory.map(({ classIndex }) => classIndex);
  }

  /** Each class goes on from its decision before, and its evidence says what changed since. */
  *traces(baseOf: BaseOf): Iterable<Trace> {
    const classes = new Map<number, ClassReading>();
    for (const [at, entry] of this.#directory.entries()) {
      if (entry.kind === decisionKind.excerpt) {
        yield this.trace(at, baseOf);
        continue;
      }
      const before = classes.get(entry.classIndex);
      const reading =
        entry.kind === decisionKind.difference
          ? advanced(before, this.#parts(entry))
          : { reader: this.#begin(entry, { at, baseOf }), chain: {}, step: 0 };
      classes.set(entry.classIndex, reading);
      yield evidenceTrace(this.#originOf(entry), evidenceOf(reading.reader.decoded, this.nodeCount, stepOf(reading)));
    }
  }

  trace(index: number, baseOf: BaseOf): Trace {
    const entry = this.#directory[index];
    if (entry === undefined) throw new RangeError(`the chunk holds ${this.count} decisions, none at ${index}`);
    const meta = this.#originOf(entry);
    if (entry.kind === decisionKind.excerpt) return partialTrace(meta, readExcerpt(this.#tables, this.#parts(entry)));
    return evidenceTrace(meta, evidenceOf(this.#decode(index, baseOf), this.nodeCount));
  }

  /** Back to where the class's columns are whole, and forth again. */
  #decode(index: number, baseOf: BaseOf): DecodedDecision {
    const chain: DirectoryEntry[] = [];
    const classIndex = this.#directory[index]?.classIndex;
    for (let at = index; at >= 0; at--) {
      const entry = this.#directory[at];
      if (entry === undefined || entry.classIndex !== classIndex || entry.kind === decisionKind.excerpt) continue;
      chain.push(entry);
      if (entry.kind !== decisionKind.difference) return this.#follow(entry, chain.reverse().slice(1), { at, baseOf });
    }
    throw new TraceFormatError('a difference follows nothing');
  }

  #follow(
    begin: DirectoryEntry,
    differences: readonly DirectoryEntry[],
    { at, baseOf }: { readonly at: number; readonly baseOf: BaseOf },
  ): DecodedDecision {
    const reader = this.#begin(begin, { at, baseOf });
    for (const entry of differences) reader.difference(this.#parts(entry));
    return reader.decoded;
  }

  #originOf({ classIndex }: DirectoryEntry): TraceOrigin {
    return { nodeSet: this.nodeSet, nodeCount: this.nodeCount, classIndex };
  }

  #begin(entry: DirectoryEntry, { at, baseOf }: { readonly at: number; readonly baseOf: BaseOf }): DecisionReader {
    return entry.kind === decisionKind.frame ? this.#frame(entry, at) : this.#based(entry, baseOf);
  }

  #frame(entry: DirectoryEntry, at: number): DecisionReader {
    const frame = this.#frames.get(at);
    if (frame === undefined) throw new TraceFormatError('a frame is missing');
    return new DecisionReader(this.#tables, readFrame(this.#tables, frame, this.#parts(entry)), 0);
  }

  #based(entry: DirectoryEntry, baseOf: BaseOf): DecisionReader {
    const parts = this.#parts(entry);
    const payload = baseOf(this.#tables.base(parts.heads.varint()));
    if (payload === undefined) throw new TraceFormatError('the decision needs a base that was not handed in');
    const chunk = new ChunkReader(new ByteReader(payload));
    if (chunk.nodeCount !== this.nodeCount) throw new TraceFormatError('a base is about other rows');
    const base = chunk.onlyFrame();
    const decoded = { ...base, statuses: [...base.statuses, ...this.#tables.statuses.slice(1)] };
    const reader = new DecisionReader(this.#tables, decoded, base.statuses.length - 1);
    reader.difference(parts);
    return reader;
  }

  /** The frame that a base is. */
  onlyFrame(): DecodedDecision {
    const [entry] = this.#directory;
    if (this.count !== 1 || entry?.kind !== decisionKind.frame)
      throw new TraceFormatError('a base is one decision, whole');
    return this.#frame(entry, 0).decoded;
  }

  /** Which columns each frame has: they are written as differences from frame to frame. */
  #readFrames(): void {
    let before: readonly number[] = [];
    this.#directory.forEach((entry, at) => {
      if (entry.kind !== decisionKind.frame) return;
      const { heads } = this.#parts(entry);
      const shape = this.#tables.shape(heads.varint());
      const count =
        shape.filterPlugins.length +
        shape.scorePlugins.length +
        shape.scorePlugins.filter(({ kind }) => kind === 'custom').length;
      const columns = Array.from({ length: count }, (_, index) => {
        const written = heads.varint();
        return written === 0 ? (before[index] ?? -1) : written - 1;
      });
      this.#frames.set(at, { shape, columns });
      before = columns;
    });
  }

  #parts({ spans }: DirectoryEntry): DecisionParts {
    const [heads, indices, verdicts, scores] = this.#streams.map(
      (stream, at) => new ByteReader(stream.subarray(...(spans[at] ?? [0, 0]))),
    );
    if (heads === undefined || indices === undefined || verdicts === undefined || scores === undefined)
      throw new TraceFormatError('a stream is missing');
    return { heads, indices, verdicts, scores };
  }
}

/** The evidence that a base's payload holds; null when it is about other rows. */
export function readBaseEvidence(payload: Uint8Array, { nodeSet, nodeCount }: PartRows): Evidence | null {
  const base = new ChunkReader(new ByteReader(payload));
  if (base.nodeCount !== nodeCount || base.nodeSet.some((byte, at) => byte !== nodeSet[at])) return null;
  return evidenceOf(base.onlyFrame(), nodeCount);
}

function advanced(before: ClassReading | undefined, parts: DecisionParts): ClassReading {
  if (before === undefined) throw new TraceFormatError('a difference follows nothing');
  before.reader.difference(parts);
  return { ...before, step: before.step + 1 };
}

function stepOf({ reader, chain, step }: ClassReading): Step {
  return { lineage: { chain, step }, changed: (index) => (step === 0 ? null : reader.changed(index)) };
}

function readDirectory(reader: ByteReader, count: number): DirectoryEntry[] {
  const ends = streamNames.map(() => 0);
  const entries: DirectoryEntry[] = [];
  for (let left = count; left > 0; left--) {
    const classIndex = reader.varint();
    const kind = reader.byte();
    if (kind > decisionKind.excerpt) throw new TraceFormatError(`${kind} is no kind of decision`);
    const spans = ends.map((from, at): readonly [number, number] => [from, (ends[at] = from + reader.varint())]);
    entries.push({ classIndex, kind, spans });
  }
  reader.end();
  return entries;
}

function noBases(): undefined {
  return undefined;
}
