export { readReach, type LogReach } from './log-reach.queries.js';
export {
  findRevision,
  findRevisionAt,
  findRevisionBefore,
  hashAt,
  type LoggedChange,
  type RevisionPlace,
  streamChanges,
  streamHistories,
} from './log.store.js';
