import { type Scale, type ScoreColumn, MAX_NODE_SCORE } from '../../evidence/index.js';
import { KeptColumn, type ColumnShape } from './kept-column.js';

/** The raw scores of each row or domain: those outside 0..100 stand out. */
export class KeptRaws extends KeptColumn<Float64Array> implements ScoreColumn {
  readonly weight: number;
  /** Of the decision made last. */
  scale: Scale = { kind: 'none' };

  constructor(shape: ColumnShape<Float64Array> & { readonly weight: number }, fresh: Float64Array) {
    super(shape, fresh);
    this.weight = shape.weight;
  }

  protected isMarked(value: number): boolean {
    return value < 0 || value > MAX_NODE_SCORE;
  }

  protected countMarked(): number {
    const { values } = this;
    let marked = 0;
    for (let index = 0; index < values.length; index += 1) if (this.isMarked(values[index] ?? 0)) marked += 1;
    return marked;
  }

  protected replace(rows: Uint32Array): number {
    const { values, fresh } = this;
    let count = 0;
    let marked = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const value = fresh[at] ?? 0;
      const before = values[row] ?? 0;
      if (value < 0 || value > MAX_NODE_SCORE) marked += 1;
      if (before < 0 || before > MAX_NODE_SCORE) marked -= 1;
      // Whether a score changed is anybody's guess, so that the processor is not made to guess it.
      values[row] = value;
      fresh[count] = row;
      count += Number(value !== before);
    }
    this.marked += marked;
    return count;
  }
}
