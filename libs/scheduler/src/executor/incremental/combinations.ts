import type { Combination, Overrides, StatusTable } from '../../evidence/index.js';
import type { KeptFilter, KeptFilters } from './kept-filters.js';
import type { RowGroup } from './row-group.js';

/** Lists of verdicts are fewer. */
const MOST_LISTS = 2 ** 26;

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

/** The same of rows in groups, without a look at rows. */
export function combineGroups(
  groups: readonly RowGroup[],
  { filters, statuses }: { readonly filters: readonly KeptFilter[]; readonly statuses: StatusTable },
): Combination[] {
  const counts = new Map<number, { list: number; verdicts: number; rows: number }>();
  const count = (list: number, verdicts: number, rows: number): void => {
    const key = list * MOST_LISTS + verdicts;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { list, verdicts, rows });
    else known.rows += rows;
  };
  for (const { passing, failing, verdicts } of groups) {
    if (passing > 0) count(0, verdicts, passing);
    for (const [list, rows] of failing) count(list, verdicts, rows);
  }
  /** Both lists as one, in the order of the filters. */
  const inOrder = (list: number, verdicts: number): readonly number[] => {
    if (list === 0 || verdicts === 0) return statuses.lists[list || verdicts] ?? [];
    const said = [...(statuses.lists[list] ?? []), ...(statuses.lists[verdicts] ?? [])];
    return filters.flatMap(({ bound }) => said.filter((id) => statuses.get(id).plugin === bound.plugin.name));
  };
  return Array.from(counts.values(), ({ list, verdicts, rows }) => combinationOf(inOrder(list, verdicts), rows));
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
