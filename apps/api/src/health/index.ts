export { HealthModule } from './health.module.js';
export { Readiness } from './readiness.js';
