export { CapacityService } from './capacity.service.js';
export type { ClusterCapacity, ResourceUtilization } from './cluster-capacity.js';
export type { NodeUsage } from './node-usage.js';
export { amountsOf, quantitiesOf, requestsOf, type ResourceAmounts, type ResourceQuantity } from './resource-amounts.js';
