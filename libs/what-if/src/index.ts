export * from './cluster/index.js';
export * from './placing/index.js';
export * from './questions/index.js';
export * from './steps/index.js';
export * from './utilization/index.js';
export { isWorkload, SCALED_KINDS, type Owner } from './workloads/index.js';
