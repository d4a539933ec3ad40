export { ClusterInMemory } from './cluster-in-memory.js';
export type { ClusterState } from './cluster-state.js';
export { nodeSetOf, type NodeSet } from './node-set.js';
