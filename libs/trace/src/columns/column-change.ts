import { ByteWriter } from '../bytes/index.js';
import type { Places } from './places.js';

const firstRoom = 16;

/** What changed in one column from a class's decision to its next; used over and over. */
export class ColumnChange implements Places {
  /** The column has another partition than before, or there was none: all of it is new. */
  replaced = false;
  /** How many values changed, when the column was not replaced. */
  count = 0;
  /** Where, ascending. */
  indices = new Uint32Array(firstRoom);
  before = new Float64Array(firstRoom);
  after = new Float64Array(firstRoom);
  /** All scores of a column that was replaced, as records have them. */
  readonly record = new ByteWriter(firstRoom);

  begin(): void {
    this.replaced = false;
    this.count = 0;
  }

  push(index: number, before: number, after: number): void {
    this.reserve(1);
    this.indices[this.count] = index;
    this.before[this.count] = before;
    this.after[this.count++] = after;
  }

  /** Makes room for so many more: loops that have it write to the arrays themselves. */
  reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.indices.length) return;
    const room = Math.max(needed, this.count * 4);
    this.indices = copied(new Uint32Array(room), this.indices);
    this.before = copied(new Float64Array(room), this.before);
    this.after = copied(new Float64Array(room), this.after);
  }
}

function copied<Values extends Uint32Array | Float64Array>(to: Values, from: Values): Values {
  to.set(from);
  return to;
}
