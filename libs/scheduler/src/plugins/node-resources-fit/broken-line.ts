import type { ShapePoint } from './args.js';

/**
 * Integer interpolation that truncates towards 0, as Go's division does. As kube-scheduler v1.34
 * BuildBrokenLinearFunction.
 */
export function brokenLine(shape: readonly ShapePoint[]): (utilization: number) => number {
  return (utilization) => {
    const index = shape.findIndex((point) => utilization <= point.utilization);
    const next = shape[index];
    const before = shape[index - 1];
    if (next === undefined) return shape.at(-1)?.score ?? 0;
    if (before === undefined) return next.score;
    const rise = (next.score - before.score) * (utilization - before.utilization);
    return before.score + Math.trunc(rise / (next.utilization - before.utilization));
  };
}
