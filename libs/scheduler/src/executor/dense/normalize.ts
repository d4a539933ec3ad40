import { type Scale, IGNORED_SCORE, MAX_NODE_SCORE } from '../../evidence/index.js';
import type { Normalization, PreparedScore } from '../../plugin.js';

/** Beyond this, 100 times the number is no longer an exact double. */
const LARGEST_FAST_SCORE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_NODE_SCORE);

/** Rewrites the feasible rows of a column of raw scores; answers what the rewriting depended on. */
export function normalize(
  column: Float64Array,
  feasible: Uint32Array,
  { normalization, prepared }: { normalization: Normalization; prepared: PreparedScore },
): Scale {
  switch (normalization) {
    case 'none':
      return { kind: 'none' };
    case 'max':
      return { kind: 'max', most: scaleToMax(column, feasible, false) };
    case 'reverseMax':
      return { kind: 'reverseMax', most: scaleToMax(column, feasible, true) };
    case 'minMax':
      return { kind: 'minMax', ...scaleToRange(column, feasible, rangeOf(column, feasible)) };
    case 'minMaxWithZero':
      return { kind: 'minMax', ...scaleToRange(column, feasible, withZero(rangeOf(column, feasible))) };
    case 'reverseRange':
      return { kind: 'reverseRange', ...scaleReversed(column, feasible) };
    case 'custom':
      prepared.normalize?.(column, feasible);
      return { kind: 'custom', normalized: column };
  }
}

/** As kube-scheduler v1.34 helper.DefaultNormalizeScore: integer division. */
function scaleToMax(column: Float64Array, feasible: Uint32Array, reverse: boolean): number {
  let most = 0;
  for (const row of feasible) most = Math.max(most, column[row] ?? 0);
  if (most === 0) {
    if (reverse) for (const row of feasible) column[row] = MAX_NODE_SCORE;
    return most;
  }
  for (const row of feasible) {
    const score = hundredfoldOver(column[row] ?? 0, most);
    column[row] = reverse ? MAX_NODE_SCORE - score : score;
  }
  return most;
}

/** As kube-scheduler v1.34 InterPodAffinity.NormalizeScore: float64, then truncation. */
function scaleToRange(column: Float64Array, feasible: Uint32Array, { least, most }: RawScores): RawScores {
  const range = most - least;
  for (const row of feasible) {
    column[row] = range > 0 ? Math.trunc(MAX_NODE_SCORE * (((column[row] ?? 0) - least) / range)) : 0;
  }
  return { least, most };
}

/**
 * 100 x (most + least - score) / most, truncated; 100 for all where the most is 0. A raw score of -1 (a maxSkew of 0,
 * which no API server admits) is taken for the mark of an ignored node. As kube-scheduler v1.34
 * PodTopologySpread.NormalizeScore.
 */
function scaleReversed(column: Float64Array, feasible: Uint32Array): RawScores {
  const range = rangeOf(column, feasible);
  const [least, most] = [range.least, Math.max(0, range.most)];
  for (const row of feasible) {
    const score = column[row] ?? 0;
    if (score === IGNORED_SCORE) column[row] = 0;
    else column[row] = most === 0 ? MAX_NODE_SCORE : Math.trunc((MAX_NODE_SCORE * (most + least - score)) / most);
  }
  return { least, most };
}

interface RawScores {
  readonly least: number;
  readonly most: number;
}

function withZero({ least, most }: RawScores): RawScores {
  return { least: Math.min(0, least), most: Math.max(0, most) };
}

/** Of no row: 0 and 0. */
function rangeOf(column: Float64Array, rows: Uint32Array): RawScores {
  let least = Infinity;
  let most = -Infinity;
  for (const row of rows) {
    least = Math.min(least, column[row] ?? 0);
    most = Math.max(most, column[row] ?? 0);
  }
  return rows.length === 0 ? { least: 0, most: 0 } : { least, most };
}

function hundredfoldOver(score: number, most: number): number {
  if (most <= LARGEST_FAST_SCORE) return Math.trunc((MAX_NODE_SCORE * score) / most);
  return Number((BigInt(MAX_NODE_SCORE) * BigInt(score)) / BigInt(most));
}
