import type { NodeResourcesFitArgs, ShapePoint } from './args.js';

/** Score of one resource of a node, 0..100, or a little else before rounding. `capacity` is not 0. */
export type ResourceScore = (requested: number, capacity: number) => number;
/** The same beyond what doubles hold exactly. */
export type ExactResourceScore = (requested: bigint, capacity: bigint) => number;

export interface Strategy {
  readonly fast: ResourceScore;
  readonly exact: ExactResourceScore;
  /** Resources that score 0 do not count, weight included, and the mean is rounded, not truncated. */
  readonly dropsZeros: boolean;
}

const MAX_NODE_SCORE = 100;
/** A shape's scores are given as 0..10. */
const SHAPE_SCALE = 10;

/** Prefers what is free. As kube-scheduler v1.34 leastRequestedScore. */
const LEAST_ALLOCATED: Strategy = {
  fast: (requested, capacity) => (requested > capacity ? 0 : Math.floor(((capacity - requested) * MAX_NODE_SCORE) / capacity)),
  exact: (requested, capacity) => (requested > capacity ? 0 : Number(((capacity - requested) * 100n) / capacity)),
  dropsZeros: false,
};

/** Prefers what is taken. As kube-scheduler v1.34 mostRequestedScore. */
const MOST_ALLOCATED: Strategy = {
  fast: (requested, capacity) => Math.floor((Math.min(requested, capacity) * MAX_NODE_SCORE) / capacity),
  exact: (requested, capacity) => Number(((requested > capacity ? capacity : requested) * 100n) / capacity),
  dropsZeros: false,
};

/** Follows a broken line over utilisation. As kube-scheduler v1.34 buildRequestedToCapacityRatioScorerFunction. */
function requestedToCapacityRatio(shape: readonly ShapePoint[]): Strategy {
  const line = brokenLine(shape.map(({ utilization, score }) => ({ utilization, score: score * SHAPE_SCALE })));
  return {
    fast: (requested, capacity) => line(requested > capacity ? MAX_NODE_SCORE : Math.floor((requested * MAX_NODE_SCORE) / capacity)),
    exact: (requested, capacity) => line(requested > capacity ? MAX_NODE_SCORE : Number((requested * 100n) / capacity)),
    dropsZeros: true,
  };
}

/** The strategy that the args name. */
export function strategyOf({ scoringStrategy }: NodeResourcesFitArgs): Strategy {
  switch (scoringStrategy.type) {
    case 'LeastAllocated': return LEAST_ALLOCATED;
    case 'MostAllocated': return MOST_ALLOCATED;
    case 'RequestedToCapacityRatio': return requestedToCapacityRatio(scoringStrategy.requestedToCapacityRatio?.shape ?? []);
  }
}

/** Integer interpolation that truncates towards 0, as Go's division does. As kube-scheduler v1.34 BuildBrokenLinearFunction. */
function brokenLine(shape: readonly ShapePoint[]): (utilization: number) => number {
  return (utilization) => {
    const index = shape.findIndex((point) => utilization <= point.utilization);
    const next = shape[index === -1 ? shape.length - 1 : index];
    const before = shape[index - 1];
    if (next === undefined) return 0;
    if (index <= 0 || before === undefined) return next.score;
    const rise = (next.score - before.score) * (utilization - before.utilization);
    return before.score + Math.trunc(rise / (next.utilization - before.utilization));
  };
}
