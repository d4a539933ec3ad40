import { styleText } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { dump } from 'js-yaml';
import type { Terminal } from '../terminal/index.js';
import { table, type TableColumn } from './table.js';

/** What `-o` takes; without it a table is printed. */
export const FORMATS = ['json', 'yaml', 'ndjson', 'csv', 'name'] as const;
export type Format = (typeof FORMATS)[number];

/** A column of a list: what stands in it for a reader, and in CSV. */
export interface Column<T> extends Omit<TableColumn, 'paint'> {
  readonly value: (item: T) => string | number | null | undefined;
  /** What a table shows instead, such as `5m` for a time. */
  readonly shown?: (item: T) => string | number;
  /** Where it stands out on a screen with colours. */
  readonly colour?: (item: T) => Colour | undefined;
  /** Stands in CSV alone: too long for a screen. */
  readonly long?: boolean;
}

export type Colour = 'red' | 'green' | 'yellow';

/** How a list is printed. */
export interface Listing<T> {
  readonly columns: readonly Column<T>[];
  readonly name: (item: T) => string;
  /** What is said on stderr in the place of a table without rows. */
  readonly empty: string;
}

/** Prints a list as `-o` wants it; JSON and YAML are `{items: [...]}` in the words of the API. */
export function printList<T>(
  items: readonly T[],
  { columns, name, empty }: Listing<T>,
  { terminal, format }: { readonly terminal: Terminal; readonly format?: Format | undefined },
): void {
  if (format === 'json' || format === 'yaml') printValue({ items }, format, terminal);
  else if (format === 'ndjson') for (const item of items) terminal.print(JSON.stringify(item));
  else if (format === 'csv')
    terminal.print(csv([columns.map(csvTitle), ...items.map((item) => columns.map(({ value }) => value(item) ?? ''))]));
  else if (format === 'name') for (const item of items) terminal.print(name(item));
  else if (items.length === 0) terminal.complain(empty);
  else
    for (const line of tableOf(
      items,
      columns.filter(({ long }) => long !== true),
      terminal,
    ))
      terminal.print(line);
}

/** Prints one thing as it is; in YAML what JSON has of it, nothing that is undefined. */
export function printValue(value: object, format: 'json' | 'yaml', { print }: Terminal): void {
  const json = JSON.stringify(value, null, 2);
  print(format === 'json' ? json : dump(JSON.parse(json), { noRefs: true, lineWidth: -1 }).trimEnd());
}

/** RFC 4180, but for the end of a line; text that a spreadsheet would take for a formula gets a `'` in front. */
function csv(rows: readonly (readonly (string | number)[])[]): string {
  return stringify(rows.map((row) => row.map(harmless))).trimEnd();
}

function harmless(cell: string | number): string | number {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function csvTitle({ title }: TableColumn): string {
  return title.toLowerCase().replaceAll(' ', '_');
}

function tableOf<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  { columns: width, colour }: Terminal,
): string[] {
  const titles = columns.map(({ title, prose, colour: colourOf }) => ({
    title,
    ...(prose !== undefined && { prose }),
    ...(colour === true && colourOf && { paint: (cell: string, row: number) => painted(cell, items[row], colourOf) }),
  }));
  const rows = items.map((item) =>
    columns.map(({ value, shown }) => (shown === undefined ? (value(item) ?? '-') : shown(item))),
  );
  return table(titles, rows, width);
}

function painted<T>(cell: string, item: T | undefined, colourOf: (item: T) => Colour | undefined): string {
  const colour = item === undefined ? undefined : colourOf(item);
  return colour === undefined ? cell : styleText(colour, cell);
}
