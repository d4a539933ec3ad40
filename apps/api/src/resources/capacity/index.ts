export { NodeUsageLoader } from './capacity.loaders.js';
export { ResourceQuantityModel } from './capacity.model.js';
export { ResourceAmountModel } from './utilization.model.js';
export { CapacityModule } from './capacity.module.js';
