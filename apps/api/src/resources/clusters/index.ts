export { CLUSTER_ID, clusterRef } from './cluster-id.js';
export { ClusterLoader } from './cluster.loader.js';
export { clockMode, clusterCounts, clusterListQuery, clusterPage, clusterSchema } from './cluster.schema.js';
export { clusterTag } from './cluster-tag.js';
export { ClusterMutationInput } from './clusters.inputs.js';
export { ClusterConnection, ClusterModel } from './clusters.model.js';
export { ClustersModule } from './clusters.module.js';
export { type Placed, keyOfPlace, placeOf } from './place.js';
export { otherPods, redacted } from './other-pods.schema.js';
