import { csv, type Cell } from './csv.js';
import type { TableColumn } from './table-columns.js';

/** A header, also of no rows, and a row each. */
export function* rowsAsCsv(rows: readonly object[], columns: readonly TableColumn[]): Iterable<string> {
  yield csv([columns.map(({ name }) => name)]);
  if (rows.length > 0) yield csv(rows.map((row) => columns.map((column) => cellOf(row, column))));
}

/** One JSON object a line. */
export function* rowsAsNdjson(rows: readonly object[]): Iterable<string> {
  yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function cellOf(row: object, { path: [field, inner] }: TableColumn): Cell {
  const value = (row as Readonly<Record<string, unknown>>)[field];
  if (inner === undefined) return asCell(value);
  return asCell((value as Readonly<Record<string, unknown>> | null | undefined)?.[inner]);
}

/** What is no cell by itself is one as JSON. */
function asCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}
