export { readReach, type LogReach } from './log-reach.queries.js';
export {
  findRevision,
  findRevisionAt,
  findChangeBefore,
  findRevisionBefore,
  hashAt,
  type LoggedChange,
  nextChanges,
  type RevisionPlace,
  streamChanges,
  streamHistories,
} from './log.store.js';
