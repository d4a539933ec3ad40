import { ownField } from '#json';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, CellType, Columns } from '../report/index.js';
import { rowsOf, type KeptRows } from '../rows/index.js';

/**
 * Rows of a row group: arrays of twice as many cells are large objects, which V8 moves to its old generation with the
 * first collection that they survive, and collects late.
 */
const GROUP = 5_000;

/** Each type as Parquet has it; a decimal of any number of digits is its text. */
const TYPES: Readonly<Record<CellType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  decimal: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  boolean: { type: 'BOOLEAN' },
};

/** A Parquet file, piece by piece; what the answer says of itself is in its metadata. */
export async function* asParquet(
  columns: Columns,
  kept: Pick<KeptRows, 'chunks'>,
  metadata: Readonly<Record<string, string>>,
): AsyncIterable<Uint8Array> {
  const writer = new PiecedWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'berth',
  });
  const group = Object.entries(columns).map(([name, { type }]) => new GroupColumn(name, type));
  let length = 0;
  const write = (): Uint8Array => {
    const columnData = group.map((column) => ({ name: column.name, data: column.taken(length) }));
    void parquet.write({ columnData, rowGroupSize: GROUP });
    length = 0;
    return writer.taken();
  };
  for await (const rows of rowsOf(kept))
    for (const row of rows) {
      for (const column of group) column.put(length, ownField(row, column.name) ?? null);
      length += 1;
      if (length === GROUP) yield write();
    }
  if (length > 0) yield write();
  void parquet.finish();
  yield writer.taken();
}

function schemaOf(columns: Columns): SchemaElement[] {
  const leaves = Object.entries(columns).map(([name, { type, nullable }]) => ({
    name,
    ...TYPES[type],
    repetition_type: nullable ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  }));
  return [{ name: 'root', num_children: leaves.length }, ...leaves];
}

/**
 * The cells of a column until their row group is written. Each group uses the same arrays, with numbers in them that
 * are no objects and each text once: rows of a group as objects outlive several collections of V8.
 */
class GroupColumn {
  readonly #numbers: Float64Array;
  readonly #others: Cell[];
  readonly #texts = new Map<string, string>();

  constructor(
    readonly name: string,
    private readonly type: CellType,
  ) {
    const isOfNumbers = type === 'integer' || type === 'number' || type === 'time';
    this.#numbers = new Float64Array(isOfNumbers ? GROUP : 0);
    this.#others = isOfNumbers ? [] : new Array<Cell>(GROUP).fill(null);
  }

  put(index: number, cell: Cell): void {
    // No cell is NaN: it stands for null.
    if (this.#numbers.length > 0)
      this.#numbers[index] = cell === null ? NaN : this.type === 'time' ? Date.parse(String(cell)) : Number(cell);
    else this.#others[index] = typeof cell === 'string' ? this.#known(cell) : cell;
  }

  /** The first cells as the writer takes them. */
  taken(length: number): unknown[] {
    this.#texts.clear();
    if (this.#numbers.length === 0) return this.#others.slice(0, length).map((cell) => cell ?? undefined);
    const isDouble = this.type === 'number';
    return Array.from(this.#numbers.subarray(0, length), (value) =>
      Number.isNaN(value) ? undefined : isDouble ? value : BigInt(value),
    );
  }

  #known(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }
}

/** What is written is taken away between row groups; offsets go on. */
class PiecedWriter extends ByteWriter {
  taken(): Uint8Array {
    const bytes = Uint8Array.from(this.getBytes());
    this.index = 0;
    return bytes;
  }
}
