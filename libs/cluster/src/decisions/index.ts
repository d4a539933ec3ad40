export { DecisionIndexService } from './decision-index.service.js';
export { DecisionReportService, type ReportPage, type TotalsRequest, type WaitsRequest } from './decision-report.service.js';
export { DecisionService, type DecisionListRequest, type DecisionPage, type TraceRequest, type TraceView, type WholeTrace } from './decision.service.js';
