import type { Report, ReportQuestion } from '#audit';
import { sees, requireWhole, sightOf } from '#access';
import { type Caller, type Database } from '#database';
import { findCluster } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import { findKnownRun } from '../runs/index.js';
import { unknownWords, type AskedWords } from './known-words.js';

/** A question to a report, page by page. */
export type ReportRequest<Question extends ReportQuestion> = Question & { readonly pageSize: number };

/** Some of the groups of a report. */
export interface ReportPage<Row> {
  readonly items: readonly Row[];
  /** Groups before the next page; null on the last one. */
  readonly nextOffset: number | null;
}

/** A report that has such filters says so by itself. */
function wordsOf(filter: object): AskedWords & { readonly namespace?: string; readonly run?: string } {
  return filter;
}

/** Decisions summed up, by any of the reports that `#audit` has. */
export class DecisionReportService {
  constructor(private readonly database: Database) {}

  async page<Question extends ReportQuestion, Row>(
    caller: Caller,
    { report, cluster }: { readonly report: Report<Question, Row>; readonly cluster: string },
    request: ReportRequest<Question>,
  ): Promise<Outcome<ReportPage<Row>>> {
    const problems = report.problems(request);
    if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
    const { pageSize, offset } = request;
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster, 'inSight');
      if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
      const words = wordsOf(request.filter);
      // Sums are stored by namespace: those of a visible one tell of nothing else.
      if (words.namespace === undefined || !sees(sightOf(row), words.namespace)) requireWhole(row);
      if (words.run !== undefined && (await findKnownRun(tx, row, words.run)) === undefined)
        return refuse({ kind: 'RunNotFound', run: words.run });
      const unknown = await unknownWords(tx, row, words);
      if (unknown.length > 0) return refuse({ kind: 'InvalidRequest', problems: unknown });
      const found = await report.read(tx, { ...request, clusterId: row.id, limit: pageSize + 1 });
      return ok({ items: found.slice(0, pageSize), nextOffset: found.length > pageSize ? offset + pageSize : null });
    });
  }
}
