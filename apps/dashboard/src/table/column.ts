import type { ReactNode } from 'react';

/** One column of a table. Its value is what is sorted by and goes out as CSV; its cell is what is seen. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly value: (row: Row) => Value;
  /** The value as text when it is left out. */
  readonly cell?: (row: Row) => ReactNode;
  /** What the cell says in full, where the column is too narrow for that: shown while the cell has the focus. */
  readonly says?: (row: Row) => string;
  readonly isNumber?: boolean;
  /** Whether it is shown only where the reader chooses it. */
  readonly isAside?: boolean;
  /** At least, in characters; the remaining width is shared in the same proportions. */
  readonly width?: number;
}

export type Value = string | number | boolean | null | undefined;

/** Which column rows are sorted by; the order that they came in where there is none. */
export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** `name`, or `-name` from the highest down. */
export function readSort(text: string): Sort | undefined {
  if (text === '') return undefined;
  return text.startsWith('-') ? { column: text.slice(1), isDescending: true } : { column: text, isDescending: false };
}

/** What a click on a column's title makes of the order: numbers begin with the highest, and the third click undoes. */
export function nextSort(
  sort: Sort | undefined,
  { id, isNumber = false }: Pick<Column<never>, 'id' | 'isNumber'>,
): string {
  const first = isNumber ? `-${id}` : id;
  const second = isNumber ? id : `-${id}`;
  if (sort?.column !== id) return first;
  return (sort.isDescending ? `-${id}` : id) === first ? second : '';
}

/** Sorted stably, and what has no value last in both directions. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (sort === undefined || column === undefined) return rows;
  const direction = sort.isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      if (a.value == null || b.value == null) return (a.value == null ? 1 : 0) - (b.value == null ? 1 : 0);
      return direction * compared(a.value, b.value);
    })
    .map(({ row }) => row);
}

const NAMES = new Intl.Collator('en', { numeric: true });

function compared(a: NonNullable<Value>, b: NonNullable<Value>): number {
  if (typeof a === 'string' && typeof b === 'string') return NAMES.compare(a, b);
  return Number(a) - Number(b);
}

/** RFC 4180, with a byte order mark left out; a text that a spreadsheet would compute is quoted with an apostrophe. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: Value): string {
  if (typeof value !== 'string') return value == null ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
