export { ClusterNodeModel } from './nodes.model.js';
export { NodesModule } from './nodes.module.js';
