import { stringify } from 'csv-stringify/sync';

/** What a cell may hold. */
export type Cell = string | number | boolean | null;

/** A table as RFC 4180: a header row, CRLF. Spreadsheets take text that begins like a formula for one, so such text gets a `'` in front. */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify([header, ...rows].map((row) => row.map(harmless)), { record_delimiter: '\r\n', cast: { boolean: String } });
}

function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
