export {
  type Activity,
  ActivityService,
  type BucketsRequest,
  type ClusterSums,
  type HistoryReach,
  OPERATIONS,
  type PastUtilization,
  type ResourceSum,
} from './activity/index.js';
export {
  type Archive,
  type ArchiveFile,
  type ArchiveCursor,
  findArchive,
  insertArchive,
  lastArchive,
  listArchives,
  refuseArchived,
  type Span,
  type StoredArchive,
} from './archives/index.js';
export {
  CapacityService,
  type ClusterCapacity,
  type NodeColumns,
  type NodeLabelColumn,
  type NodeResourceColumn,
  type NodeUsage,
  addAmounts,
  amountOf,
  quantitiesOf,
  type ResourceAmounts,
  requestsOf,
  resourcesText,
  type Amount,
  type Division,
  type UtilizationRow,
} from './capacity/index.js';
export { CauseService, type Causes } from './causes/index.js';
export { type ChangeListRequest, type LoggedChange, LogService, type Revision } from './log/index.js';
export { type HeadEvent, type HeadSign, type Watch, type WatchBatch, WatchService } from './watch/index.js';
export {
  eventLine,
  type EventForm,
  type EventType,
  type WrittenEvent,
  type ObjectWatch,
  type ObjectWatchEnd,
  type ObjectWatchRequest,
  type ObjectWatchSign,
  ObjectWatchService,
} from './object-watch/index.js';
export {
  type CountsByKind,
  type Diff,
  type DiffEnd,
  DiffService,
  type NodeDifference,
  type ObjectDifference,
  type PlacementDifference,
  type ResourceDifference,
  type UtilizationDifference,
} from './diff/index.js';
export { ForkService } from './forks/index.js';
export {
  CheckpointService,
  type CheckpointView,
  type ConsistencyView,
  type InclusionView,
  type LedgerRequest,
  ProofService,
  type ProvedEntry,
  type SigningKeyView,
} from './proofs/index.js';
export {
  allNodes,
  beginOf,
  accessCheckpointOfNote,
  accessCheckpoints,
  type StoredAccessCheckpoint,
  CheckpointConflict,
  Checkpointer,
  checkpointsFrom,
  checkpointOfNote,
  confirmSigningKey,
  KEY_CHANGE,
  NoteFiles,
  noteVerifierOf,
  openSigningKey,
  passingSigningKey,
  readLogEnds,
  recordKeyChange,
  type SigningKey,
  type StoredCheckpoint,
} from './checkpoints/index.js';
export { ClusterMoments, locateCluster, type MomentReading, resolveMoment } from './past/index.js';
export { REVISION_COLUMNS, type RevisionRow, sealedOf } from './revisions/index.js';
export { exportLedger } from './ledger-export/index.js';
