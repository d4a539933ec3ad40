import { ARRIVING } from './arrivals.js';

/** What is read where so many percent of the capacity have been asked for; both in percent of the capacity. */
export interface Reading {
  readonly allocated: number;
  readonly fragmented: number;
}

/** Readings by the percent that arrived, from 0 on. */
export type Curve = readonly Reading[];

interface Sum {
  count: number;
  allocated: number;
  fragmented: number;
}

/**
 * Collects a reading after each arrival. As in the published figures, what is read at a percent is the mean over the
 * arrivals that round to it; where none does, the one before.
 */
export class CurveOfArrivals {
  readonly #sums = Array.from({ length: ARRIVING * 100 + 1 }, (): Sum => ({ count: 0, allocated: 0, fragmented: 0 }));

  /** All in thousandths of a GPU. */
  constructor(private readonly capacity: number) {}

  read({ arrived, allocated, fragmented }: Reading & { readonly arrived: number }): void {
    const sum = this.#sums[Math.round((100 * arrived) / this.capacity)];
    if (sum === undefined) return;
    sum.count += 1;
    sum.allocated += allocated;
    sum.fragmented += fragmented;
  }

  curve(): Curve {
    let last: Reading = { allocated: 0, fragmented: 0 };
    return this.#sums.map(({ count, allocated, fragmented }) => {
      const percent = (sum: number): number => (100 * sum) / count / this.capacity;
      if (count > 0) last = { allocated: percent(allocated), fragmented: percent(fragmented) };
      return last;
    });
  }
}

/** The mean of curves, point by point. */
export function meanCurve(curves: readonly Curve[]): Curve {
  const mean = (at: number, field: keyof Reading): number =>
    curves.reduce((sum, curve) => sum + (curve[at]?.[field] ?? 0), 0) / curves.length;
  return (curves[0] ?? []).map((_, at) => ({ allocated: mean(at, 'allocated'), fragmented: mean(at, 'fragmented') }));
}
