export type { ClusterState } from './cluster-state.js';
export { readClusterState } from './read-cluster-state.js';
