export {
  accessVersion,
  lockAccess,
  logAccess,
  readAccessLog,
  type AccessAction,
  type AccessChange,
  type AccessEntry,
} from './access-log.store.js';
export {
  accessEntryHashAt,
  accessLogEnd,
  accessStateDigest,
  noteSecretDigests,
  type AccessLogEnd,
} from './access-state.store.js';
export { accessEntryHash } from './access-entry-hash.js';
