export { WarmCluster } from './warm-cluster.js';
export { WarmClusters } from './warm-clusters.js';
