import { type Scale, type ScoreColumn, type ScoreValues, MAX_NODE_SCORE } from '../../evidence/index.js';
import type { ColumnPool } from './column-pool.js';
import { KeptColumn, type ColumnShape } from './kept-column.js';

/**
 * The raw scores of each row or domain: those outside 0..100 stand out. They are bytes until one comes that is none:
 * many classes are kept, and have columns of all rows.
 */
export class KeptRaws extends KeptColumn<Float64Array> implements ScoreColumn {
  readonly weight: number;
  /** Of the decision made last. */
  scale: Scale = { kind: 'none' };
  #values: ScoreValues;

  constructor(shape: ColumnShape & { readonly weight: number }, pool: ColumnPool) {
    super(shape, pool.freshScores);
    this.weight = shape.weight;
    this.#values = shape.domains === null ? pool.scores() : new Uint8Array(shape.domains.firstRows.length);
  }

  get values(): ScoreValues {
    return this.#values;
  }

  get bytes(): number {
    return this.#values.byteLength;
  }

  protected isMarked(value: number): boolean {
    return value < 0 || value > MAX_NODE_SCORE;
  }

  protected take(): number {
    const { fresh } = this;
    let values = this.#values;
    let marked = 0;
    for (let row = 0; row < fresh.length; row += 1) {
      const value = fresh[row] ?? 0;
      if (value < 0 || value > MAX_NODE_SCORE) {
        marked += 1;
        values = this.#roomFor(value);
      }
      values[row] = value;
    }
    return marked;
  }

  protected put(index: number, value: number): void {
    this.#roomFor(value)[index] = value;
  }

  protected replace(rows: Uint32Array): number {
    const { fresh } = this;
    let values = this.#values;
    let count = 0;
    let marked = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const value = fresh[at] ?? 0;
      const before = values[row] ?? 0;
      if (before < 0 || before > MAX_NODE_SCORE) marked -= 1;
      if (value < 0 || value > MAX_NODE_SCORE) {
        marked += 1;
        values = this.#roomFor(value);
      }
      // Whether a score changed is anybody's guess, so that the processor is not made to guess it.
      values[row] = value;
      fresh[count] = row;
      count += Number(value !== before);
    }
    this.marked += marked;
    return count;
  }

  /** The array, which can be given the value. */
  #roomFor(value: number): ScoreValues {
    if (this.#values instanceof Uint8Array && (value & 0xff) !== value) this.#values = Float64Array.from(this.#values);
    return this.#values;
  }
}
