export { DEFAULT_TEAM_ID } from './default-team.js';
export { ClusterService, type Page } from './cluster.service.js';
export type { Cluster } from './cluster.js';
export { lockCluster } from './lock-cluster.js';
export { findCluster, type ClusterCounts, type ClusterRow } from './cluster.store.js';
