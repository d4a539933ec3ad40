export { CLUSTER_NODE_ID, ClusterNodeModel } from './nodes.model.js';
export { NodesModule } from './nodes.module.js';
