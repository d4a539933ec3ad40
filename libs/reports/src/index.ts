export { asCsv, asParquet } from './formats/index.js';
export { MOST_BUCKETS, type ReportTimes } from './frames/index.js';
export {
  boolean,
  choicesInWords,
  integer,
  key,
  orNull,
  PARAMETERS,
  text,
  time,
  type CellType,
  type Column,
  type Columns,
  type ParameterName,
  type Report,
} from './report/index.js';
export type { ReportParameters } from './report/index.js';
export {
  type ClusterReport,
  type ReadCluster,
  type ReportRequest,
  ReportService,
  requireReport,
} from './report.service.js';
export { REPORTS } from './reports.js';
export { joinRows, keepRows, linesOf, rowsOf, type KeptRows, type ReportRow } from './rows/index.js';
