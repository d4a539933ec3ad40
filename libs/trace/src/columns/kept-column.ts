import type { Partition } from '../partition.js';
import { widened, type Cells } from './cells.js';

/** One column of a class as it was at the class's last decision. Verdicts are ids of the part's verdict table. */
export class KeptColumn {
  partition: Partition;
  cells: Cells;
  /** False for a filter that was skipped: then it is one 0 for all rows. */
  ran: boolean;

  constructor(partition: Partition, cells: Cells, ran: boolean) {
    this.partition = partition;
    this.cells = cells;
    this.ran = ran;
  }

  set(index: number, value: number): void {
    this.cells = widened(this.cells, value);
    this.cells[index] = value;
  }
}
