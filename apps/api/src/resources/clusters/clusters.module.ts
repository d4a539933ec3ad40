import { Operations } from '../../ground/operation/index.js';
import { ClusterLoader } from './cluster.loader.js';
import { createCluster, deleteCluster, getCluster, listClusters, updateCluster } from './clusters.operations.js';
import { ClustersResolver } from './clusters.resolver.js';

@Operations([createCluster, listClusters, getCluster, updateCluster, deleteCluster], {
  providers: [ClustersResolver, ClusterLoader],
  exports: [ClusterLoader],
})
export class ClustersModule {}
