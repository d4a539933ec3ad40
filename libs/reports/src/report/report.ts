import type { FieldProblem } from '#apimachinery';
import type { Frame } from '../frames/index.js';
import { key, text, time, type Columns, type RowOf } from './columns.js';
import type { ByChoices, ParameterName, ReportParameters } from '../request/index.js';

/** A report as its folder defines it. */
export interface ReportDefinition<Own extends Columns = Columns> {
  /** As in its URL. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  readonly description: string;
  /**
   * `state`: rows describe a moment, or the end of each bucket. `period`: rows sum up what happened between two times.
   */
  readonly about: 'state' | 'period';
  readonly columns: Own;
  /** The parameters that it takes beside the moment or the period. */
  readonly parameters: readonly ParameterName[];
  /** What rows can be grouped by; the first is the default. */
  readonly by?: ByChoices;
  /** What is wrong with parameters that are read by this report alone; nothing unless given. */
  readonly problems?: (parameters: ReportParameters) => readonly FieldProblem[];
  /** The rows of a moment or a bucket, in an order that depends on nothing else. */
  readonly rows: (frame: Frame) => AsyncIterable<RowOf<Own>>;
}

/** A report with the columns that all have. */
export interface Report extends Omit<ReportDefinition, 'rows'> {
  readonly rows: (frame: Frame) => AsyncIterable<Readonly<Record<string, string | number | boolean | null>>>;
}

const CLUSTER = key(text('Name of the cluster; `team/name` of a cluster that another team shares.'));

const STATE_COLUMNS: Columns = {
  cluster: CLUSTER,
  at: time('The moment that the row describes: the end of its bucket, the requested moment, or now.'),
};

const PERIOD_COLUMNS: Columns = {
  cluster: CLUSTER,
  from: time('Start of the period or bucket, inclusive.'),
  to: time('End of the period or bucket, exclusive.'),
};

/** Completes a definition: each row begins with the cluster and the time that it is about. */
export function report<const Own extends Columns>(definition: ReportDefinition<Own>): Report {
  const isOfState = definition.about === 'state';
  const columns = { ...(isOfState ? STATE_COLUMNS : PERIOD_COLUMNS), ...definition.columns };
  return {
    ...definition,
    columns,
    async *rows(frame) {
      const [from, to] = [frame.from.toISOString(), frame.to.toISOString()];
      const cluster = frame.cluster.name;
      const place = (): object => (isOfState ? { cluster, at: to } : { cluster, from, to });
      // V8 spreads a second object into a literal ten times as slowly: 60 us a row of 15 columns.
      for await (const row of definition.rows(frame)) yield Object.assign(place(), row);
    },
  };
}
