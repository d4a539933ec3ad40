export type { ClusterState } from './cluster-state.js';
export type { WarmCluster } from './warm-cluster.js';
export { WarmClusters } from './warm-clusters.js';
