export type { Group, Period } from './grouping.js';
export type { Report, ReportQuestion, ReportScope } from './report.js';
export * from './totals.queries.js';
export * from './waits.queries.js';
