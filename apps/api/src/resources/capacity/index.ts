export { NodeUsageLoader } from './capacity.loaders.js';
export { ResourceQuantityModel } from './capacity.model.js';
export { resourceAmount } from './utilization.schema.js';
export { CapacityModule } from './capacity.module.js';
