/** A value at a time; both in units of the caller's. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/** How a series went on, by the straight line that fits it best (least squares). */
export interface Trend {
  readonly mean: number;
  /** What the line rises by from the first point to the last. */
  readonly rise: number;
  /** The same as a share of the mean. */
  readonly share: number;
}

/** Of two points at least. */
export function trendOf(points: readonly Point[]): Trend {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) throw new Error('a trend wants two points');
  const mean = average(points.map(({ value }) => value));
  const middle = average(points.map(({ at }) => at));
  const covariance = points.reduce((sum, { at, value }) => sum + (at - middle) * (value - mean), 0);
  const variance = points.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  const rise = (covariance / variance) * (last.at - first.at);
  return { mean, rise, share: rise / mean };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
