export { nodeChanges, standingsOf, type NodeChange, type NodeState } from './node-changes.js';
export { amountText, utilizationOf, type ResourceUse } from './utilization.js';
