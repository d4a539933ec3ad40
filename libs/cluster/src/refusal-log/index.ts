export { isForbidden, noteRefusals, type Forbidden } from './note-refusal.js';
export { RefusalLogService, type RefusalListRequest } from './refusal-log.service.js';
export type { RefusalFilter, RefusalRecord, WriteOperation } from './refusal-record.js';
export { findRefusals } from './refusal-log.store.js';
