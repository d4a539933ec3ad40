import { ownField } from '#json';
import { stringify } from 'csv-stringify/sync';
import type { Cell, Columns } from '../report/index.js';
import { rowsOf, type KeptRows } from '../rows/index.js';

/**
 * RFC 4180, with a header also over no rows. Spreadsheets evaluate text that begins like a formula, so such text gets a
 * `'` in front; numbers do not.
 */
export async function* asCsv(columns: Columns, kept: Pick<KeptRows, 'chunks'>): AsyncIterable<string> {
  const all = Object.entries(columns);
  yield lines([all.map(([name]) => name)]);
  for await (const rows of rowsOf(kept))
    yield lines(
      rows.map((row) =>
        all.map(([name, { type }]) => {
          const cell = ownField(row, name) ?? null;
          return type === 'text' ? harmless(cell) : cell;
        }),
      ),
    );
}

function lines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], { record_delimiter: '\r\n', cast: { boolean: String } });
}

function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
