import { Operations } from '../../ground/operation/index.js';
import { CapacityLoader, NodeUsageLoader } from './capacity.loaders.js';
import { CapacityResolver, ResourceQuantityResolver } from './capacity.resolver.js';
import { readUtilization } from './utilization.operations.js';

@Operations([readUtilization], {
  providers: [CapacityResolver, ResourceQuantityResolver, CapacityLoader, NodeUsageLoader],
  exports: [NodeUsageLoader],
})
export class CapacityModule {}
