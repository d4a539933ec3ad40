export { CapacityService } from './capacity.service.js';
export { ratioOf, type ClusterCapacity, type ResourceUtilization } from './cluster-capacity.js';
export type { NodeColumns, NodeColumnsRequest, NodeLabelColumn, NodeResourceColumn } from './node-columns.js';
export type { Division } from './capacity-source.js';
export { amountOf, isOfNodes, type Amount, type UtilizationRow } from './divided-utilization.js';
export type { NodeUsage } from './node-usage.js';
export {
  addAmounts,
  podSlots,
  quantitiesOf,
  requestedOf,
  requestsOf,
  type ResourceAmounts,
  type ResourceQuantity,
} from './resource-amounts.js';
export { resourcesText } from './resources-text.js';
