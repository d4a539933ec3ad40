import { stringify } from 'csv-stringify/sync';

/** What a cell may hold. */
export type Cell = string | number | boolean | null;

/**
 * Rows of a table as RFC 4180: CRLF. Spreadsheets take text that begins like a formula for one, so
 * such text gets a `'` in front.
 */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(harmless)),
    { record_delimiter: '\r\n', cast: { boolean: String } },
  );
}

function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
