import { evidenceAt, type Evidence, type ScoreColumn } from '#scheduler';
import type { ClassColumns } from '../../columns/index.js';
import type { VerdictTable } from '../../verdict-table.js';
import type { ChunkTables } from './chunk-tables.js';
import type { DecisionStreams } from './difference-writer.js';

/** Some rows of a decision. */
export interface Excerpt {
  /** The decision's columns; of these only what is not about rows is read. */
  readonly now: ClassColumns;
  readonly evidence: Evidence;
  /** Ascending. */
  readonly rows: readonly number[];
}

/** Writes rows of a decision with all that is said of them. */
export class ExcerptWriter {
  constructor(
    private readonly tables: ChunkTables,
    private readonly streams: DecisionStreams,
    private readonly verdicts: VerdictTable,
  ) {}

  write({ now, evidence, rows }: Excerpt): void {
    const { heads, indices, scores } = this.streams;
    heads.varint(this.tables.shape(now.shape));
    indices.varint(rows.length);
    rows.forEach((row, at) => indices.varint(row - (rows[at - 1] ?? -1)));
    for (const row of rows) this.#verdict(evidenceAt.first(evidence, row));
    for (const plugin of evidence.filterPlugins) {
      const column = evidence.verdicts.find((other) => other.plugin === plugin);
      for (const row of rows) this.#verdict(column === undefined ? 0 : evidenceAt.verdict(column, row));
    }
    for (const column of evidence.scores) this.#scores(evidence, column, rows);
    scores.signedAll(now.numbers);
  }

  #scores(evidence: Evidence, column: ScoreColumn, rows: readonly number[]): void {
    const feasible = rows.map((row) => evidenceAt.first(evidence, row) === 0);
    this.streams.scores.signedAll(rows.map((row, at) => (feasible[at] === true ? evidenceAt.raw(column, row) : 0)));
    this.streams.scores.signedAll(
      rows.map((row, at) => (feasible[at] === true ? evidenceAt.normalized(column, row) : 0)),
    );
  }

  #verdict(engineId: number): void {
    this.streams.verdicts.varint(this.tables.verdict(this.verdicts.ownId(engineId)));
  }
}
