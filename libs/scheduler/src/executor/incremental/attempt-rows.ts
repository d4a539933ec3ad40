import type { Combination, Overrides } from '../../evidence/index.js';
import type { Feasibility } from './kept-scores.js';
import type { KeptFilters } from './kept-filters.js';
import type { NodeOrder } from './node-order.js';

/** What the present attempt says of rows, one by one: the filters' verdicts, under its overrides. */
export class AttemptRows implements Feasibility {
  #rows: Uint32Array | null = null;

  constructor(
    private readonly filters: KeptFilters,
    private readonly overrides: Overrides,
    private readonly order: NodeOrder,
  ) {}

  /** kube-scheduler's own answer: 0 where the row is feasible, else the id of a status. */
  firstAt(row: number): number {
    return (this.overrides.rows.get(row) ?? this.overrides.fill) || this.filters.firstAt(row);
  }

  get isEvery(): boolean {
    return this.overrides.fill === 0 && this.overrides.rows.size === 0 && this.filters.passEverywhere;
  }

  isFeasible(row: number): boolean {
    return this.firstAt(row) === 0;
  }

  /** Rows that are feasible, ascending. */
  rows(): Uint32Array {
    this.#rows ??= this.#feasibleRows();
    return this.#rows;
  }

  #feasibleRows(): Uint32Array {
    const { fill, rows } = this.overrides;
    if (fill !== 0) return Uint32Array.from([...rows.keys()].filter((row) => this.isFeasible(row))).sort();
    if (this.isEvery) return this.order.all;
    const feasible = new Uint32Array(this.order.all.length);
    let count = 0;
    for (let row = 0; row < feasible.length; row += 1) if (this.isFeasible(row)) feasible[count++] = row;
    return feasible.subarray(0, count);
  }
}

/** How many rows are feasible. */
export function countFeasible(combinations: readonly Combination[]): number {
  let count = 0;
  for (const { first, rows } of combinations) if (first === 0) count += rows;
  return count;
}
