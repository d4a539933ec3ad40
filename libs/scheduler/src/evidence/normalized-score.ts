import type { Scale } from './evidence.js';

/** Scores of the framework lie in 0..100. */
export const MAX_NODE_SCORE = 100;

/** Upstream's mark for a node that is ignored. // as kube-scheduler v1.34 PodTopologySpread invalidScore */
export const IGNORED_SCORE = -1;

/** Beyond this, 100 times the number is no longer an exact double. */
const LARGEST_FAST_SCORE = Math.floor(Number.MAX_SAFE_INTEGER / MAX_NODE_SCORE);

/**
 * What one raw score is on a scale. Integer division cuts towards 0, as Go's does; `minMax` divides in
 * float64, as upstream's plugin.
 */
export function normalizedScore(scale: Exclude<Scale, { readonly kind: 'custom' }>, raw: number): number {
  switch (scale.kind) {
    case 'none':
      return raw;
    case 'max':
      return scale.most === 0 ? raw : hundredfoldOver(raw, scale.most);
    case 'reverseMax':
      return scale.most === 0 ? MAX_NODE_SCORE : MAX_NODE_SCORE - hundredfoldOver(raw, scale.most);
    case 'minMax':
      return scale.most > scale.least
        ? Math.trunc(MAX_NODE_SCORE * ((raw - scale.least) / (scale.most - scale.least)))
        : 0;
    case 'reverseRange':
      return reverseRange(raw, scale.least, scale.most);
  }
}

/** As kube-scheduler v1.34 PodTopologySpread.NormalizeScore. */
function reverseRange(raw: number, least: number, most: number): number {
  if (raw === IGNORED_SCORE) return 0;
  return most === 0 ? MAX_NODE_SCORE : Math.trunc((MAX_NODE_SCORE * (most + least - raw)) / most);
}

function hundredfoldOver(score: number, most: number): number {
  if (most <= LARGEST_FAST_SCORE) return Math.trunc((MAX_NODE_SCORE * score) / most);
  return Number((BigInt(MAX_NODE_SCORE) * BigInt(score)) / BigInt(most));
}
