import { MAX_NODE_SCORE } from '../../normalized-score.js';
import { KeptColumn } from './kept-column.js';

/** The raw scores of each row or domain: those outside 0..100 stand out. */
export class KeptRaws extends KeptColumn<Float64Array> {
  protected isMarked(value: number): boolean {
    return value < 0 || value > MAX_NODE_SCORE;
  }

  protected replace(rows: Uint32Array): number {
    const { values, fresh } = this;
    let count = 0;
    let marked = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const value = fresh[at] ?? 0;
      const before = values[row] ?? 0;
      if (value === before) continue;
      if (value < 0 || value > MAX_NODE_SCORE) marked += 1;
      if (before < 0 || before > MAX_NODE_SCORE) marked -= 1;
      values[row] = value;
      fresh[count++] = row;
    }
    this.marked += marked;
    return count;
  }
}
