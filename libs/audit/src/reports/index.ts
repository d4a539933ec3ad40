import { TOTALS_REPORT } from './totals.queries.js';
import { WAITS_REPORT } from './waits.queries.js';

export type { Report, ReportQuestion, ReportScope } from './report.js';
export { readTotals, type DecisionTotals, type TotalsQuestion } from './totals.queries.js';

/** The reports over the decisions of a cluster, a line each. */
export const DECISION_REPORTS = { totals: TOTALS_REPORT, waits: WAITS_REPORT };
