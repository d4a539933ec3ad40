export { type ClusterInMemory, type ClusterState, type NodeSet, nodeSetOf } from './columns/index.js';
export {
  findRevision,
  findRevisionAt,
  findChangeBefore,
  findRevisionBefore,
  hashAt,
  type LogReach,
  readReach,
  type RevisionPlace,
  type LoggedChange,
  streamChanges,
} from './log/index.js';
export {
  changedObject,
  compareKeys,
  isOf,
  leastOf,
  type ObjectKey,
  PastObject,
  PastState,
  type Placement,
} from './objects/index.js';
export {
  followLog,
  ForwardCluster,
  PastClusters,
  PastRows,
  recallCluster,
  ReplayedCluster,
  type ReplayedState,
} from './past/index.js';
export { type PlacedRow, streamNodes } from './rows/index.js';
export { objectsAt, type SnapshotEnd, SnapshotKeeper, streamSnapshot, writeSnapshot } from './snapshots/index.js';
export { WarmCluster, WarmClusters } from './warm/index.js';
