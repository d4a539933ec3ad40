export { followPast } from './follow-past.js';
export { PastClusters } from './past-clusters.js';
export { bookOf } from './recall-budgets.js';
export { recallCluster } from './recall-cluster.js';
export { ReplayedCluster, type ReplayedState } from './replayed-cluster.js';
