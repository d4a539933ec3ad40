import type { ReadableSnapshot } from '../snapshot/index.js';

/** Which feasible nodes have the largest total, and what comes after them. Valid as long as the evidence. */
export interface Ranking {
  /** The largest total. */
  readonly total: number;
  /** How many nodes have it. */
  readonly ties: number;
  /** The n-th of them from 0, by name in byte order. */
  pick(index: number): number;
  /** All of them, by name in byte order. */
  rows(): readonly number[];
  /** The best of the nodes other than this one, of equals the first by name; null when there is no other. */
  runnerUp(selected: number): { readonly row: number; readonly total: number } | null;
}

/** A ranking by looking at every feasible row; `feasible` in any order, `totalOf` for these only. */
export function rankRows(
  snapshot: Pick<ReadableSnapshot, 'nodeCount' | 'rowsByName'>,
  feasible: SomeRows,
  totalOf: (row: number) => number,
): Ranking {
  const rows = inNameOrder(snapshot, feasible);
  const total = rows.reduce((most, row) => Math.max(most, totalOf(row)), -Infinity);
  const best = rows.filter((row) => totalOf(row) === total);
  return {
    total,
    ties: best.length,
    rows: () => best,
    pick: (index) => rowAt(best, index),
    runnerUp: (selected) => {
      const others = rows.filter((row) => row !== selected);
      const second = others.reduce((most, row) => Math.max(most, totalOf(row)), -Infinity);
      const row = others.find((other) => totalOf(other) === second);
      return row === undefined ? null : { row, total: second };
    },
  };
}

/** Rows, each once. */
type SomeRows = ArrayLike<number> & Iterable<number>;

/** The rows by name in byte order. Nothing is sorted: it is one look at every node. */
export function inNameOrder(snapshot: Pick<ReadableSnapshot, 'nodeCount' | 'rowsByName'>, rows: SomeRows): number[] {
  if (rows.length === snapshot.nodeCount) return Array.from(snapshot.rowsByName());
  const wanted = new Uint8Array(snapshot.nodeCount);
  for (const row of rows) wanted[row] = 1;
  const sorted: number[] = [];
  for (const row of snapshot.rowsByName()) if (wanted[row] === 1) sorted.push(row);
  return sorted;
}

function rowAt(rows: readonly number[], index: number): number {
  const row = rows[index];
  if (row === undefined) throw new RangeError('there is nothing to choose from');
  return row;
}
