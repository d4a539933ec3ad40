export { followLog } from './follow-log.js';
export { ForwardCluster } from './forward-cluster.js';
export { PastClusters } from './past-clusters.js';
export { PastRows } from './past-rows.js';
export { recallCluster } from './recall-cluster.js';
export { ReplayedCluster, type ReplayedState } from './replayed-cluster.js';
