import { keptRows } from './int64-column.js';

const FIRST_CAPACITY = 16;

/** A count for every row, for states of plugins. Rows that were not counted yet have 0. */
export class RowCounts {
  /** By row; another array when rows are added or removed. */
  values = new Int32Array(FIRST_CAPACITY);

  /** Makes room for a row. */
  ensure(row: number): void {
    if (row < this.values.length) return;
    const values = new Int32Array(Math.max(row + 1, this.values.length * 2));
    values.set(this.values);
    this.values = values;
  }

  add(row: number, step: 1 | -1): void {
    this.values[row] = (this.values[row] ?? 0) + step;
  }

  keep(rows: readonly number[]): void {
    this.values = keptRows(this.values, rows);
  }

  fork(): RowCounts {
    const copy = new RowCounts();
    copy.values = this.values.slice();
    return copy;
  }
}
