export {
  allNodes,
  checkpointsFrom,
  findCheckpoint,
  findUncheckpointed,
  lastCheckpoint,
  lastCheckpoints,
  listCheckpoints,
  readLogEnds,
  type LogEnds,
  type StoredCheckpoint,
} from './checkpoint.store.js';
export {
  beginOf,
  CheckpointConflict,
  Checkpointer,
  checkpointOfNote,
  LeavesArchived,
  type CheckpointMeans,
} from './checkpointer.js';
export { confirmSigningKey, KEY_CHANGE, recordKeyChange, type KeyPlace } from './key-change.js';
export { NoteFiles } from './note-files.js';
export {
  noteVerifierOf,
  openSigningKey,
  passingSigningKey,
  readSigningKey,
  SigningKeyError,
  type SigningKey,
} from './signing-key.js';
