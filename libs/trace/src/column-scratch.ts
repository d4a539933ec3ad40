import type { Evidence } from '#scheduler';
import { unpackColumn, type Column } from './column.js';
import type { VerdictTable } from './verdict-table.js';

/** Room for one column being encoded and the one it is compared with, used over and over. */
export class ColumnScratch {
  readonly values: Float64Array;
  readonly #before: Float64Array;
  readonly #feasibleRows: Uint32Array;
  #feasible = 0;

  constructor(nodeCount: number) {
    this.values = new Float64Array(nodeCount);
    this.#before = new Float64Array(nodeCount);
    this.#feasibleRows = new Uint32Array(nodeCount);
  }

  /** kube-scheduler's own answers, as ids of the table; the scores that follow are those of the rows that are feasible here. */
  fillStatuses({ first }: Evidence, verdicts: VerdictTable): void {
    this.#fillIds(first, (id) => verdicts.statusId(id));
    this.#feasible = 0;
    for (let row = 0; row < this.values.length; row++) if (first[row] === 0) this.#feasibleRows[this.#feasible++] = row;
  }

  /** The failing filters, as list ids of the table. */
  fillFailures({ failures }: Evidence, verdicts: VerdictTable): void {
    this.#fillIds(failures, (id) => verdicts.listId(id));
  }

  /** Scores, 0 where the row is not feasible: what the engine leaves there means nothing and must not reach the digest. */
  fillScores(scores: Float64Array): void {
    const { values } = this;
    const rows = this.#feasibleRows;
    values.fill(0);
    // By a list of rows, because a branch on each row's verdict is mispredicted too often: it made the whole encoder a third slower.
    for (let at = 0; at < this.#feasible; at++) {
      const row = rows[at] ?? 0;
      values[row] = scores[row] ?? 0;
    }
  }

  /** Rows often repeat the verdict of the row before, so it is looked up where it changes. */
  #fillIds(engineIds: Uint32Array, ownId: (engineId: number) => number): void {
    const { values } = this;
    let engineId = 0;
    let own = 0;
    for (let row = 0; row < values.length; row++) {
      const id = engineIds[row] ?? 0;
      if (id !== engineId) {
        engineId = id;
        own = ownId(id);
      }
      values[row] = own;
    }
  }

  /** The values of an earlier column; of none, zeros. */
  before(column: Column | undefined): Float64Array {
    if (column === undefined) this.#before.fill(0);
    else unpackColumn(column, this.#before);
    return this.#before;
  }
}
