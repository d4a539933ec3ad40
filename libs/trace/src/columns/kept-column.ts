import type { Partition } from '../partition.js';
import { widened, type Cells } from './cells.js';

/** Of nearly all columns. */
export const nothingMissed: readonly number[] = [];

/** One column of a class as it was at the class's last decision. Verdicts are ids of the part's verdict table. */
export class KeptColumn {
  partition: Partition;
  /** Of as many values as the partition says; its `zeros` where all are 0. */
  cells: Cells;
  /** False for a filter that was skipped: then it is one 0 for all rows. */
  ran: boolean;
  /** Which values other classes' steps of the chain may have changed since; null: any. */
  missed: readonly number[] | null = nothingMissed;

  constructor(partition: Partition, cells: Cells, ran: boolean) {
    this.partition = partition;
    this.cells = cells;
    this.ran = ran;
  }

  /** The cells where they are bytes that may be written to, else null. */
  get ownBytes(): Uint8Array | null {
    return this.cells instanceof Uint8Array && this.cells !== this.partition.zeros ? this.cells : null;
  }

  set(index: number, value: number): void {
    const cells = widened(this.cells, value);
    this.cells = cells === this.partition.zeros ? cells.slice() : cells;
    this.cells[index] = value;
  }
}
