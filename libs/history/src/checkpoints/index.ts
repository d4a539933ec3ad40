export {
  allNodes,
  checkpointsFrom,
  findCheckpoint,
  findUncheckpointed,
  lastCheckpoint,
  lastCheckpoints,
  listCheckpoints,
  measureUncheckpointed,
  readLogEnds,
  type LogEnds,
  type StoredCheckpoint,
  type UncheckpointedLog,
} from './checkpoint.store.js';
export {
  beginOf,
  CheckpointConflict,
  Checkpointer,
  checkpointOfNote,
  LeavesArchived,
  type CheckpointMeans,
} from './checkpointer.js';
export { accessCheckpoints, type StoredAccessCheckpoint } from './access-checkpoint.store.js';
export { accessCheckpointOfNote, isAccessUncheckpointed, signAccess } from './access-checkpointer.js';
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
