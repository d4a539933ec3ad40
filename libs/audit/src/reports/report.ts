import type { Transaction } from '#database';
import type { FieldProblem } from '#apimachinery';
import type { Span } from '../search/index.js';

/** What every report can be asked. Times are beginnings of days, UTC. */
export interface ReportQuestion {
  readonly filter: Span;
  readonly groupBy: readonly string[];
  /** Groups that are passed over. */
  readonly offset: number;
}

/** Of which cluster it is asked, and for how many groups. */
export interface ReportScope {
  readonly clusterId: string;
  readonly limit: number;
}

/** A report over the decisions of a cluster: sums of days, and what is not in them yet. */
export interface Report<Question extends ReportQuestion, Row> {
  /** What is wrong with a question, all of it, by field. */
  readonly problems: (question: Question) => FieldProblem[];
  /** One row a group. The transaction must see one state throughout. */
  readonly read: (tx: Transaction, query: Question & ReportScope) => Promise<Row[]>;
}
