import type { VerdictColumn } from '../../evidence/index.js';
import { KeptColumn } from './kept-column.js';

/** What a filter says of each row or domain: those that fail stand out. */
export class KeptVerdicts extends KeptColumn<Uint32Array> implements VerdictColumn {
  protected isMarked(value: number): boolean {
    return value !== 0;
  }

  protected countMarked(): number {
    const { values } = this;
    let marked = 0;
    for (let index = 0; index < values.length; index += 1) if (values[index] !== 0) marked += 1;
    return marked;
  }

  protected replace(rows: Uint32Array): number {
    const { values, fresh } = this;
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const value = fresh[at] ?? 0;
      const before = values[row] ?? 0;
      if (value === before) continue;
      if (before === 0) this.marked += 1;
      else if (value === 0) this.marked -= 1;
      values[row] = value;
      fresh[count++] = row;
    }
    return count;
  }
}
