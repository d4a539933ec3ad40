import { ByteWriter } from '../bytes/index.js';
import type { Column } from '../column.js';
import { writeShape, type PluginShape } from '../plugin-shape.js';
import { writeStatus } from '../status-bytes.js';
import type { VerdictTable } from '../verdict-table.js';
import { usedVerdicts } from './used-verdicts.js';

/** The columns of one decision: status, failures, then raw and normalised of each score plugin. Ids in them are the verdict table's. */
export interface DecisionColumns {
  readonly shape: PluginShape;
  readonly classIndex: number;
  readonly columns: readonly Column[];
}

/** Which node set the rows of a chunk are. */
export interface ChunkRows {
  /** 32 bytes. */
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
}

/** A column of the chunk, with what decides its place there. */
interface PooledColumn {
  readonly column: Column;
  readonly kind: number;
  readonly classIndex: number;
  readonly arrival: number;
}

/**
 * Gathers decisions into the payload of a version 1 chunk. A column that several decisions share, as the same object, is held once.
 * The format is in the README.
 */
export class ChunkWriter {
  #decisions: DecisionColumns[] = [];
  #pool = new Map<Column, PooledColumn>();
  #columnBytes = 0;

  constructor(
    private readonly rows: ChunkRows,
    private readonly verdicts: VerdictTable,
  ) {}

  /** Decisions so far. */
  get count(): number {
    return this.#decisions.length;
  }

  /** Bytes that the columns so far take before compression; tables are small beside them. */
  get columnBytes(): number {
    return this.#columnBytes;
  }

  add(decision: DecisionColumns): void {
    this.#decisions.push(decision);
    decision.columns.forEach((column, kind) => {
      if (this.#pool.has(column)) return;
      this.#pool.set(column, { column, kind, classIndex: decision.classIndex, arrival: this.#pool.size });
      this.#columnBytes += column.bytes.length;
    });
  }

  /** The payload, uncompressed; the writer is empty afterwards. */
  take(): Uint8Array {
    const writer = new ByteWriter();
    // Columns of one plugin and class lie side by side: the compressor's reach (256 KiB in brotli's fast modes) then spans many decisions.
    const columns = [...this.#pool.values()].sort((a, b) => a.kind - b.kind || a.classIndex - b.classIndex || a.arrival - b.arrival);
    writer.raw(this.rows.nodeSet);
    writer.varint(this.rows.nodeCount);
    this.#writeVerdicts(writer);
    this.#writeDecisions(writer, new Map(columns.map(({ column }, index) => [column, index])));
    writer.varint(columns.length);
    for (const { column } of columns) writeColumnHead(writer, column);
    for (const { column } of columns) writer.raw(column.bytes);
    this.#decisions = [];
    this.#pool = new Map();
    this.#columnBytes = 0;
    return writer.take();
  }

  #writeVerdicts(writer: ByteWriter): void {
    const used = usedVerdicts(this.#decisions, this.rows.nodeCount, this.verdicts);
    writer.varint(used.statuses.length);
    for (const id of used.statuses) {
      writer.varint(id);
      writeStatus(writer, this.verdicts.status(id));
    }
    writer.varint(used.lists.length);
    for (const id of used.lists) {
      const list = this.verdicts.list(id);
      writer.varint(id);
      writer.varint(list.length);
      for (const status of list) writer.varint(status);
    }
  }

  #writeDecisions(writer: ByteWriter, places: ReadonlyMap<Column, number>): void {
    const shapes = [...new Set(this.#decisions.map(({ shape }) => shape))];
    writer.varint(shapes.length);
    for (const shape of shapes) writeShape(writer, shape);
    writer.varint(this.#decisions.length);
    for (const { shape, classIndex, columns } of this.#decisions) {
      writer.varint(shapes.indexOf(shape));
      writer.varint(classIndex);
      for (const column of columns) writer.varint(places.get(column) ?? 0);
    }
  }
}

function writeColumnHead(writer: ByteWriter, { form, constant }: Column): void {
  writer.byte(form);
  if (form === 0) writer.signed(constant);
}
