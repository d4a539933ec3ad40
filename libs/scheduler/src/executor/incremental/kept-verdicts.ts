import type { VerdictColumn } from '../../evidence/index.js';
import type { ColumnPool } from './column-pool.js';
import { KeptColumn, type ColumnShape } from './kept-column.js';

/**
 * What a filter says of each row or domain: those that fail stand out. As long as no row fails, the column has no array
 * of its own.
 */
export class KeptVerdicts extends KeptColumn<Uint32Array> implements VerdictColumn {
  #values: Uint32Array;

  constructor(
    shape: ColumnShape,
    private readonly pool: ColumnPool,
  ) {
    super(shape, pool.freshVerdicts);
    this.#values = shape.domains === null ? pool.noVerdicts : new Uint32Array(shape.domains.firstRows.length);
  }

  get values(): Uint32Array {
    return this.#values;
  }

  get bytes(): number {
    return this.#values === this.pool.noVerdicts ? 0 : this.#values.byteLength;
  }

  protected isMarked(value: number): boolean {
    return value !== 0;
  }

  protected take(): number {
    const { fresh } = this;
    let marked = 0;
    for (let row = 0; row < fresh.length; row += 1) if (fresh[row] !== 0) marked += 1;
    if (marked > 0) this.#own().set(fresh);
    return marked;
  }

  protected put(index: number, value: number): void {
    if (value !== 0 || this.#values[index] !== 0) this.#own()[index] = value;
  }

  protected replace(rows: Uint32Array): number {
    const { fresh } = this;
    let values = this.#values;
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const value = fresh[at] ?? 0;
      const before = values[row] ?? 0;
      if (value === before) continue;
      if (before === 0) this.marked += 1;
      else if (value === 0) this.marked -= 1;
      if (count === 0) values = this.#own();
      values[row] = value;
      fresh[count++] = row;
    }
    return count;
  }

  /** The array that may be written to. */
  #own(): Uint32Array {
    if (this.#values === this.pool.noVerdicts) {
      this.#values = this.pool.verdicts();
      this.#values.fill(0);
    }
    return this.#values;
  }
}
