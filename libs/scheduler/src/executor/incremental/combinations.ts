import type { Combination, Overrides, StatusTable } from '../../evidence/index.js';
import type { KeptFilter, KeptFilters } from './kept-filters.js';

/** All rows by what filters say of them, by one look at every row. */
export function combineRows(
  filters: readonly KeptFilter[],
  { nodeCount, statuses }: { readonly nodeCount: number; readonly statuses: StatusTable },
): Combination[] {
  const failing = filters.filter(({ column }) => column.marked > 0);
  if (failing.length === 0) return [{ first: 0, failures: [], rows: nodeCount }];
  const counts = new Map<number, number>();
  for (let row = 0; row < nodeCount; row += 1) {
    let list = 0;
    for (const { column } of failing) {
      const verdict = column.values[column.indexOf(row)] ?? 0;
      if (verdict !== 0) list = statuses.append(list, verdict);
    }
    counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  return [...counts].map(([list, rows]) => combinationOf(statuses.lists[list] ?? [], rows));
}

function combinationOf(failures: readonly number[], rows: number): Combination {
  return { first: failures[0] ?? 0, failures, rows };
}

/** The same with overrides: only the rows that they name are looked at. */
export function override(
  natural: readonly Combination[],
  { fill, rows }: Overrides,
  filters: Pick<KeptFilters, 'failuresAt'>,
): readonly Combination[] {
  const counted = new Map<string, { first: number; failures: readonly number[]; rows: number }>();
  const count = (first: number, failures: readonly number[], step: number): void => {
    const key = `${first} ${failures.join()}`;
    const known = counted.get(key) ?? { first, failures, rows: 0 };
    counted.set(key, known);
    known.rows += step;
  };
  const firstOf = (failures: readonly number[]): number => failures[0] ?? 0;
  for (const { failures, rows: nodes } of natural) count(fill || firstOf(failures), failures, nodes);
  for (const [row, status] of rows) {
    const failures = filters.failuresAt(row);
    count(fill || firstOf(failures), failures, -1);
    count(status || firstOf(failures), failures, 1);
  }
  return [...counted.values()].filter((combination) => combination.rows > 0);
}
