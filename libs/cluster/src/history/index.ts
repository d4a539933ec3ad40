export { locateCluster } from './locate-cluster.js';
export { ClusterMoments, type MomentReading } from './cluster-moments.js';
export { momentProblem, readMoment, type Moment } from './moment.js';
export { resolveMoment } from './resolve-moment.js';
export { PastClusters } from './past-clusters.js';
export type { PastObject } from './past-object.js';
export type { PastState } from './past-state.js';
export { SnapshotKeeper } from './snapshot-keeper.js';
export { writeSnapshot } from './snapshot.store.js';
