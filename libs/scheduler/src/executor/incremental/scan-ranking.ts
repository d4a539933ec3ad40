import type { NodeOrder } from './node-order.js';
import type { Ranking } from '../../tie-break/index.js';

/** A ranking of feasible rows by their totals: one pass for the best, further ones on demand. */
export class ScanRanking implements Ranking {
  readonly total: number;
  readonly ties: number;

  constructor(
    private readonly order: NodeOrder,
    private readonly feasible: Uint32Array,
    private readonly totals: Float64Array,
  ) {
    let total = -Infinity;
    let ties = 0;
    for (let at = 0; at < feasible.length; at += 1) {
      const value = totals[feasible[at] ?? 0] ?? 0;
      if (value > total) {
        total = value;
        ties = 1;
      } else if (value === total) ties += 1;
    }
    this.total = total;
    this.ties = ties;
  }

  pick(index: number): number {
    const row = index === 0 ? this.#firstByName(this.total, -1) : this.rows()[index];
    if (row === undefined) throw new RangeError('there is nothing to choose from');
    return row;
  }

  rows(): readonly number[] {
    return this.order.sorted(this.feasible.filter((row) => this.totals[row] === this.total));
  }

  runnerUp(selected: number): { readonly row: number; readonly total: number } | null {
    const { feasible, totals } = this;
    let total = -Infinity;
    for (let at = 0; at < feasible.length; at += 1) {
      const other = feasible[at] ?? 0;
      const value = totals[other] ?? 0;
      if (value > total && other !== selected) total = value;
    }
    const row = this.#firstByName(total, selected);
    return row === undefined ? null : { row, total };
  }

  #firstByName(total: number, except: number): number | undefined {
    const {
      feasible,
      totals,
      order: { ranks },
    } = this;
    let first: number | undefined;
    let least = Infinity;
    for (let at = 0; at < feasible.length; at += 1) {
      const row = feasible[at] ?? 0;
      if (totals[row] !== total || row === except) continue;
      const rank = ranks[row] ?? 0;
      if (rank >= least) continue;
      least = rank;
      first = row;
    }
    return first;
  }
}
