export { DiskSpace } from './disk-space.js';
export { HealthModule } from './health.module.js';
export { Readiness } from './readiness.js';
