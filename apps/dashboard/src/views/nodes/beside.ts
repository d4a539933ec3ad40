import type { Fill } from './draw-map.js';
import { measured, mostOf, type Measure, type NodeRow } from './node-table.js';

/** One of the maps. */
export interface MapSide {
  readonly rows: readonly NodeRow[];
  readonly fills: readonly Fill[];
}

/** The same nodes twice: a line each, in one order, and how each of three maps fills its cell. */
export interface Beside {
  readonly before: MapSide;
  readonly after: MapSide;
  /** From -1 to 1 of the largest difference; nodes that came or went have fills of their own. */
  readonly difference: MapSide;
}

/** Puts two states of the nodes side by side, by name; a node that is in one of them alone is empty in the other. */
export function beside(before: readonly NodeRow[], after: readonly NodeRow[], measure: Measure): Beside {
  const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [row.name, row])));
  const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  const most = Math.max(mostOf(before, measure), mostOf(after, measure));
  const pairs = names.map((name) => ({ left: was?.get(name), right: is?.get(name) }));
  const share = (row: NodeRow | undefined): number | undefined =>
    row === undefined ? undefined : measured(row, measure, most);
  const differences = pairs.map(({ left, right }) =>
    left === undefined || right === undefined ? 0 : (share(right) ?? 0) - (share(left) ?? 0),
  );
  const largest = differences.reduce((top, one) => Math.max(top, Math.abs(one)), 0);
  const difference = pairs.map(({ left, right }, index): Fill => {
    if (left === undefined) return 'came';
    if (right === undefined) return 'went';
    return { difference: largest === 0 ? 0 : (differences[index] ?? 0) / largest };
  });
  const rowsAfter = pairs.flatMap(({ left, right }) => right ?? unmarked(left));
  return {
    before: {
      rows: pairs.flatMap(({ left, right }) => left ?? unmarked(right)),
      fills: pairs.map(({ left }) => share(left)),
    },
    after: { rows: rowsAfter, fills: pairs.map(({ right }) => share(right)) },
    difference: { rows: rowsAfter, fills: difference },
  };
}

/** Where a node is not there, its place is left empty. */
function unmarked(row: NodeRow | undefined): NodeRow[] {
  return row === undefined ? [] : [{ ...row, marks: [] }];
}
