import { ByteWriter } from '../../bytes/index.js';
import { verdictColumns, type ClassColumns } from '../../columns/index.js';
import type { PartRows } from '../../part-rows.js';
import type { VerdictTable } from '../../verdict-table.js';
import { ChunkTables } from './chunk-tables.js';
import { decisionKind } from './decision-kind.js';
import { DifferenceWriter, type ChunkDifference, type DecisionStreams } from './difference-writer.js';
import { ExcerptWriter, type Excerpt } from './excerpt-writer.js';

/** What plugins, bases and lengths take at most, nearly always. */
const roomForTables = 4096;

/**
 * Gathers decisions into the payloads of version 2 chunks, one chunk after the other in the same memory: growing into
 * new memory costs a tenth of writing. The format is in FORMAT.md.
 */
export class ChunkWriter {
  readonly #tables: ChunkTables;
  readonly #directory = new ByteWriter();
  readonly #streams: DecisionStreams = {
    heads: new ByteWriter(),
    indices: new ByteWriter(),
    verdicts: new ByteWriter(),
    scores: new ByteWriter(),
  };
  readonly #differences: DifferenceWriter;
  readonly #excerpts: ExcerptWriter;
  /** Numbers of the columns of the frame before. */
  #framed: readonly number[] = [];
  readonly #ends = [0, 0, 0, 0];
  #count = 0;

  constructor(
    private readonly rows: PartRows,
    verdicts: VerdictTable,
  ) {
    this.#tables = new ChunkTables(verdicts);
    this.#differences = new DifferenceWriter(this.#tables, this.#streams);
    this.#excerpts = new ExcerptWriter(this.#tables, this.#streams, verdicts);
  }

  /** Decisions so far. */
  get count(): number {
    return this.#count;
  }

  /** Bytes so far, nearly. */
  get length(): number {
    const { heads, indices, verdicts, scores } = this.#streams;
    return (
      this.#tables.length + this.#directory.length + heads.length + indices.length + verdicts.length + scores.length
    );
  }

  /** The class's first decision in the chunk. */
  frame(classIndex: number, now: ClassColumns): void {
    const { heads } = this.#streams;
    heads.varint(this.#tables.shape(now.shape));
    const filters = verdictColumns(now.shape);
    const numbers = now.columns.map((column, index) => this.#tables.column(column, index < filters));
    numbers.forEach((number, index) => heads.varint(this.#framed[index] === number ? 0 : number + 1));
    this.#framed = numbers;
    this.#differences.numbers(now.numbers);
    this.#differences.overrides(now.overrides);
    this.#end(classIndex, decisionKind.frame);
  }

  /** Another decision of a class that has one in this chunk. */
  difference(classIndex: number, now: ClassColumns, difference: ChunkDifference): void {
    this.#differences.write(now, difference);
    this.#end(classIndex, decisionKind.difference);
  }

  /** The class's first decision in the chunk, as difference to a base of this digest. */
  based(
    classIndex: number,
    now: ClassColumns,
    { base, ...difference }: ChunkDifference & { readonly base: Uint8Array },
  ): void {
    this.#streams.heads.varint(this.#tables.base(base));
    this.#differences.write(now, difference);
    this.#end(classIndex, decisionKind.based);
  }

  /** Some rows of a decision. */
  excerpt(classIndex: number, excerpt: Excerpt): void {
    this.#excerpts.write(excerpt);
    this.#end(classIndex, decisionKind.excerpt);
  }

  /** The payload, uncompressed; what is added afterwards is the next chunk's. */
  finish(): Uint8Array {
    const writer = new ByteWriter(this.length + roomForTables);
    writer.raw(this.rows.nodeSet);
    writer.varint(this.rows.nodeCount);
    this.#tables.writeTo(writer);
    writer.varint(this.#count);
    const { heads, indices, verdicts, scores } = this.#streams;
    for (const stream of [this.#directory, heads, indices, verdicts, scores]) {
      writer.varint(stream.length);
      writer.raw(stream.view());
      stream.clear();
    }
    this.#tables.clear();
    this.#framed = [];
    this.#ends.fill(0);
    this.#count = 0;
    return writer.view();
  }

  /** How much of each stream is this decision's, so that a reader can pass it over. */
  #end(classIndex: number, kind: number): void {
    const { heads, indices, verdicts, scores } = this.#streams;
    this.#directory.varint(classIndex);
    this.#directory.byte(kind);
    this.#endOf(heads, 0);
    this.#endOf(indices, 1);
    this.#endOf(verdicts, 2);
    this.#endOf(scores, 3);
    this.#count++;
  }

  #endOf({ length }: ByteWriter, stream: number): void {
    this.#directory.varint(length - (this.#ends[stream] ?? 0));
    this.#ends[stream] = length;
  }
}
