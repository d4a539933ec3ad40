export type { ClusterState } from './cluster-state.js';
export { nodeSetOf, type NodeSet } from './node-set.js';
export type { WarmCluster } from './warm-cluster.js';
export type { ClusterMemory } from './cluster-memory.js';
export { followPast } from './follow-past.js';
export { bookOf } from './recall-budgets.js';
export { recallCluster, type RecalledCluster } from './recall-cluster.js';
export type { PlacedRow } from './placed-rows.store.js';
export { WarmClusters } from './warm-clusters.js';
