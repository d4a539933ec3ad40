import type { Normalization, PreparedScore } from '../../plugin.js';

/** Scores of the framework lie in 0..100. */
export const MAX_NODE_SCORE = 100;

/** Beyond this, 100 times the number is no longer an exact double. */
const LARGEST_FAST_SCORE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_NODE_SCORE);

/** Rewrites the feasible rows of a column of raw scores. */
export function normalize(
  column: Float64Array, feasible: Uint32Array, { normalization, prepared }: { normalization: Normalization; prepared: PreparedScore },
): void {
  switch (normalization) {
    case 'none': return;
    case 'max': return scaleToMax(column, feasible, false);
    case 'reverseMax': return scaleToMax(column, feasible, true);
    case 'minMax': return scaleToRange(column, feasible);
    case 'custom': prepared.normalize?.(column, feasible);
  }
}

/** As kube-scheduler v1.34 helper.DefaultNormalizeScore: integer division. */
function scaleToMax(column: Float64Array, feasible: Uint32Array, reverse: boolean): void {
  let most = 0;
  for (const row of feasible) most = Math.max(most, column[row] ?? 0);
  if (most === 0) {
    if (reverse) for (const row of feasible) column[row] = MAX_NODE_SCORE;
    return;
  }
  for (const row of feasible) {
    const score = hundredfoldOver(column[row] ?? 0, most);
    column[row] = reverse ? MAX_NODE_SCORE - score : score;
  }
}

/** As kube-scheduler v1.34 InterPodAffinity.NormalizeScore: float64, then truncation. */
function scaleToRange(column: Float64Array, feasible: Uint32Array): void {
  let least = Infinity;
  let most = -Infinity;
  for (const row of feasible) {
    least = Math.min(least, column[row] ?? 0);
    most = Math.max(most, column[row] ?? 0);
  }
  const range = most - least;
  for (const row of feasible) {
    column[row] = range > 0 ? Math.trunc(MAX_NODE_SCORE * (((column[row] ?? 0) - least) / range)) : 0;
  }
}

function hundredfoldOver(score: number, most: number): number {
  if (most <= LARGEST_FAST_SCORE) return Math.trunc((MAX_NODE_SCORE * score) / most);
  return Number((BigInt(MAX_NODE_SCORE) * BigInt(score)) / BigInt(most));
}
