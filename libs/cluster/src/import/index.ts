export type { ImportReport } from './import-report.js';
export { ImportService, type ImportRequest, type OnError } from './import.service.js';
