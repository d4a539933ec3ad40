import { ownField } from '#json';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, CellType, Columns } from '../report/index.js';
import { rowsOf, type KeptRows, type ReportRow } from '../rows/index.js';

/** Rows of a row group: encoding one takes some 20 ms. */
const GROUP = 10_000;

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
  const write = (rows: readonly ReportRow[]): Uint8Array => {
    const columnData = Object.entries(columns).map(([name, { type }]) => ({
      name,
      data: rows.map((row) => valueOf(ownField(row, name) ?? null, type)),
    }));
    void parquet.write({ columnData, rowGroupSize: GROUP });
    return writer.taken();
  };
  let group: ReportRow[] = [];
  for await (const rows of rowsOf(kept)) {
    group = group.concat(rows);
    while (group.length >= GROUP) {
      yield write(group.slice(0, GROUP));
      group = group.slice(GROUP);
    }
  }
  if (group.length > 0) yield write(group);
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

function valueOf(cell: Cell, type: CellType): unknown {
  if (cell === null) return undefined;
  if (type === 'integer') return BigInt(cell);
  return type === 'time' ? new Date(String(cell)) : cell;
}

/** What is written is taken away between row groups; offsets go on. */
class PiecedWriter extends ByteWriter {
  taken(): Uint8Array {
    const bytes = Uint8Array.from(this.getBytes());
    this.index = 0;
    return bytes;
  }
}
