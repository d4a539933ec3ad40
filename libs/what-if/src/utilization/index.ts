export { amountText, utilizationOf, type ResourceUse } from './utilization.js';
