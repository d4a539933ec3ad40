export type { IgnoredKind } from './ignored-kinds.js';
export type { ImportChange, ImportReport } from './import-report.js';
export { ImportService, type ImportRequest, type OnError, type OnLoss } from './import.service.js';
