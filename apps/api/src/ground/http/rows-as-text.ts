import { csv, type Cell } from './csv.js';

/**
 * A row a group: what is inside of others gets the names of both, `nodes` and `first` become `nodesFirst`; a group's
 * own names stay as they are.
 */
export function* rowsAsCsv(rows: readonly object[]): Iterable<string> {
  const [first] = rows;
  if (first === undefined) return;
  yield csv([cellsOf(first).map(([name]) => name)]);
  yield csv(rows.map((row) => cellsOf(row).map(([, cell]) => cell)));
}

/** One JSON object a line. */
export function* rowsAsNdjson(rows: readonly object[]): Iterable<string> {
  yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function cellsOf(row: object): (readonly [name: string, cell: Cell])[] {
  return Object.entries(row).flatMap(([name, value]: [string, Cell | Readonly<Record<string, Cell>>]) => {
    if (value === null || typeof value !== 'object') return [[name, value] as const];
    return Object.entries(value).map(
      ([inner, cell]) =>
        [name === 'group' ? inner : `${name}${inner.charAt(0).toUpperCase()}${inner.slice(1)}`, cell] as const,
    );
  });
}
