export { LogService, type ChangeListRequest, type LogPage, type RevisionListRequest } from './log.service.js';
export { readNextChanges, type ChangeFilter, type FoundChanges } from './changes.store.js';
export { seenChanges } from './seen-change.js';
export type { LoggedChange } from './logged-change.js';
export type { Revision } from './revision.js';
export { findRevisions, type RevisionFilter } from './revisions.store.js';
