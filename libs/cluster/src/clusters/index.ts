export { ClusterService, type ClusterWriteOptions, type Page, type SeenVersion } from './cluster.service.js';
export { traceBudgetOf, type Cluster, type ClusterOrigin } from './cluster.js';
export { clusterVersion } from './cluster-version.js';
export { describeCluster } from './describe-cluster.js';
export { refusedFollowed, type ClusterMirror } from './mirror.js';
export { clockTopic, clusterOfClockTopic, copyClock } from './clock.store.js';
export type { ClockMode, ClusterSettings } from './cluster-settings.js';
export type { TraceBudget } from './trace-budget.js';
export type { LogPoint } from './log-point.js';
export type { ClusterAt, ClusterPlace, ClusterReading, LocatedCluster, Moments } from './moments.js';
export { lockCluster, lockFound, lockFoundAnd } from './lock-cluster.js';
export {
  countObjects,
  findCluster,
  findSeenCluster,
  findClusterById,
  findClusters,
  findReachable,
  findRetired,
  headOfRow,
  insertCluster,
  listPlace,
  type ClusterCounts,
  type ClusterRow,
  isClusterId,
  type SeenCluster,
  type SightNeed,
} from './cluster.store.js';
export { claimNamespaces, permitsOf, refusedObject, type Permits, type Placed } from './permits.js';
export { foundCluster, inWriteLane, type Called } from './write-lane.js';
export { GatheredWriters, type GatheredWriter } from './gathered-writers.js';
