import {
  joinRows,
  REPORTS,
  rowsOf,
  type ClusterReport,
  type Columns,
  type KeptRows,
  type ReadCluster,
  type ReportRow,
} from '#reports';
import { shownColumns } from './report.schema.js';

/** A report over one cluster or several: its head, which all forms say, and its rows. */
export interface AnsweredReport {
  readonly head: ReportHead;
  readonly columns: Columns;
  readonly rows: KeptRows;
}

/** What an answer says of itself. */
export interface ReportHead {
  readonly report: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly closed: boolean;
  readonly clusters: readonly ReadCluster[];
  readonly redacted?: true;
  readonly columns: ReturnType<typeof shownColumns>;
  readonly rowCount: number;
  readonly digest: string;
}

/** The answer of the parts of a report, a cluster each. */
export async function answeredReport(report: string, parts: readonly ClusterReport[]): Promise<AnsweredReport> {
  const columns = REPORTS.find(({ name }) => name === report)?.columns ?? {};
  const rows = await joinRows(parts.map((part) => part.rows));
  const clusters = parts.map(({ cluster }) => cluster);
  const froms = parts.map(({ from }) => from).sort();
  const tos = parts.map(({ to }) => to).sort();
  const head = {
    report,
    from: froms[0] ?? null,
    to: tos.at(-1) ?? null,
    closed: parts.every(({ closed }) => closed),
    clusters,
    ...(clusters.some(({ visibility }) => visibility === 'part') && { redacted: true as const }),
    columns: shownColumns(columns),
    rowCount: rows.count,
    digest: rows.digest,
  };
  return { head, columns, rows };
}

/** Some of the rows. */
export async function someRows(
  { rows }: AnsweredReport,
  { first, skip }: { readonly first: number; readonly skip: number },
): Promise<readonly ReportRow[]> {
  const found: ReportRow[] = [];
  let passed = 0;
  for await (const some of rowsOf(rows)) {
    if (found.length >= first) break;
    found.push(...some.slice(Math.max(0, skip - passed)).slice(0, first - found.length));
    passed += some.length;
  }
  return found;
}
