import type { Evidence } from '../evidence.js';
import type { ReadableSnapshot } from '../snapshot/index.js';

/** The feasible rows with the largest total, by name in byte order. Nothing is sorted: among equal nodes, all of them tie. */
export function bestRows({ first, totals }: Evidence, snapshot: ReadableSnapshot): number[] {
  let most = -Infinity;
  for (let row = 0; row < first.length; row += 1) {
    if (first[row] === 0) most = Math.max(most, totals[row] ?? 0);
  }
  const best: number[] = [];
  for (const row of snapshot.rowsByName()) if (first[row] === 0 && totals[row] === most) best.push(row);
  return best;
}
