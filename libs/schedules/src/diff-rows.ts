import { ownField } from '#json';
import type { Columns, ReportRow } from '#reports';

/** A row that came, went, or has another value in a column. */
export interface RowDifference {
  readonly change: 'added' | 'removed' | 'changed';
  /** What tells the row from the others, joined by ` / `. */
  readonly row: string;
  /** Of a change: which column; null of a whole row. */
  readonly column: string | null;
  readonly before: ReportRow[string];
  readonly after: ReportRow[string];
}

/** When the rows are about: that differs with every result. */
const TIMES = ['at', 'from', 'to'];

/**
 * What differs between the rows of two results, in the order of the later ones; what went comes last. Rows are the same
 * row where their key columns are equal, and the first of the others, as few as tell the rows of each result apart.
 */
export function diffRows(
  columns: Columns,
  before: readonly ReportRow[],
  after: readonly ReportRow[],
): readonly RowDifference[] {
  const names = Object.keys(columns).filter((name) => !TIMES.includes(name));
  const keys = keyColumns(columns, names, [before, after]);
  const others = names.filter((name) => !keys.includes(name));
  const old = new Map(before.map((row) => [textOf(row, keys), row]));
  const differences: RowDifference[] = [];
  for (const row of after) {
    const key = textOf(row, keys);
    const was = old.get(key);
    old.delete(key);
    const shown = shownOf(row, keys);
    if (was === undefined) differences.push({ change: 'added', row: shown, column: null, before: null, after: null });
    else
      for (const column of others)
        if (cell(was, column) !== cell(row, column))
          differences.push({
            ...{ change: 'changed', row: shown, column },
            ...{ before: cell(was, column), after: cell(row, column) },
          });
  }
  for (const row of old.values())
    differences.push({ change: 'removed', row: shownOf(row, keys), column: null, before: null, after: null });
  return differences;
}

/** All columns where no number of them tells the rows apart. Results of earlier releases have no marks. */
function keyColumns(
  columns: Columns,
  names: readonly string[],
  results: readonly (readonly ReportRow[])[],
): readonly string[] {
  const marked = names.filter((name) => ownField(columns, name)?.isKey === true);
  const all = [...marked, ...names.filter((name) => !marked.includes(name))];
  for (let count = Math.max(1, marked.length); count < all.length; count += 1) {
    const keys = all.slice(0, count);
    if (results.every((rows) => new Set(rows.map((row) => textOf(row, keys))).size === rows.length)) return keys;
  }
  return all;
}

function textOf(row: ReportRow, keys: readonly string[]): string {
  return JSON.stringify(keys.map((name) => cell(row, name)));
}

function shownOf(row: ReportRow, keys: readonly string[]): string {
  return keys.map((name) => String(cell(row, name) ?? '-')).join(' / ');
}

function cell(row: ReportRow, name: string): ReportRow[string] {
  return Object.hasOwn(row, name) ? (row[name] ?? null) : null;
}
