import { CapacityModule } from '../capacity/index.js';
import { ObjectsModule } from '../objects/index.js';
import { ClusterNodesResolver } from './cluster-nodes.resolver.js';
import { Operations } from '../../ground/operation/index.js';
import { getNodeColumns } from './node-columns.operations.js';
import { NodesResolver } from './nodes.resolver.js';

@Operations([getNodeColumns], {
  imports: [CapacityModule, ObjectsModule],
  providers: [ClusterNodesResolver, NodesResolver],
})
export class NodesModule {}
