import type { ReadableSnapshot } from '../snapshot/index.js';

/** The feasible rows with the largest total, by name in byte order. */
export function bestRows(feasible: Uint32Array, totals: Float64Array, snapshot: ReadableSnapshot): number[] {
  let most = -Infinity;
  let best: number[] = [];
  for (const row of feasible) {
    const total = totals[row] ?? 0;
    if (total < most) continue;
    if (total > most) best = [];
    most = total;
    best.push(row);
  }
  if (best.length < 2) return best;
  const ranks = snapshot.nameRanks();
  return best.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
}
