export { DEFAULT_TEAM_ID } from './default-team.js';
export { ClusterService, type Page } from './cluster.service.js';
export { traceBudgetOf, type Cluster } from './cluster.js';
export type { ClusterSettings } from './cluster-settings.js';
export type { TraceBudget } from './trace-budget.js';
export { lockCluster } from './lock-cluster.js';
export { findCluster, findClusterById, findRetired, headOfRow, type ClusterCounts, type ClusterRow } from './cluster.store.js';
