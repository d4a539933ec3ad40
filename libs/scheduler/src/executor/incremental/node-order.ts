import type { ReadableSnapshot } from '../../snapshot/index.js';

/** The rows of a snapshot by name in byte order. */
export class NodeOrder {
  /** Every row, ascending. */
  readonly all: Uint32Array;
  readonly rows: Uint32Array;
  /** The place of each row. */
  readonly ranks: Uint32Array;

  constructor(snapshot: Pick<ReadableSnapshot, 'nodeCount' | 'rowsByName'>) {
    this.rows = snapshot.rowsByName();
    this.all = this.rows.slice().sort();
    this.ranks = new Uint32Array(this.rows.length);
    this.rows.forEach((row, rank) => (this.ranks[row] = rank));
  }

  /** Some rows in this order. */
  sorted(rows: Iterable<number>): number[] {
    const ranks = Uint32Array.from(rows, (row) => this.ranks[row] ?? 0).sort();
    return Array.from(ranks, (rank) => this.rows[rank] ?? 0);
  }
}
