export { DecisionIndexService } from './decision-index.service.js';
export { DecisionReportService, type ReportPage, type ReportRequest } from './decision-report.service.js';
export { findDecision } from './decision-query.js';
export { readDecisionId } from './decision-id.js';
export {
  DecisionService,
  type DecisionListRequest,
  type DecisionPage,
  type DecisionsRequest,
  type ExplainedDecision,
} from './decision.service.js';
export type { TracePageRequest } from './trace-pages.js';
export { viewOf, type OpenTrace, type TraceRequest, type TraceView, type WholeTrace } from './trace-view.js';
