import { tolerates, type Taint, type Toleration } from '#kubernetes';

/** The taints that pods are evicted for. */
export function evicting(taints: readonly Taint[] = []): readonly Taint[] {
  return taints.filter(({ effect }) => effect === 'NoExecute');
}

/**
 * For how long a pod may stay under taints, in milliseconds: the least time of the tolerations that match, for ever
 * where none has one, and not at all where one taint is not tolerated.
 * // as kubernetes v1.34 GetMatchingTolerations and getMinTolerationTime
 */
export function stayOf(taints: readonly Taint[], tolerations: readonly Toleration[] = []): number {
  const matching = taints.map((taint) => tolerations.filter((one) => tolerates(one, taint)));
  if (matching.some((some) => some.length === 0)) return 0;
  const seconds = matching.flat().flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return Math.max(0, Math.min(Infinity, ...seconds)) * 1_000;
}
