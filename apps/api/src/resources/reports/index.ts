export { answeredReport, type ReportHead } from './answered-report.js';
export { ofAllClusters, requestOf } from './reports.operations.js';
export { ReportsModule } from './reports.module.js';
export { PARQUET, REPORT_TYPES } from './send-report.js';
