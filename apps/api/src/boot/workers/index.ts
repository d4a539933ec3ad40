export { WORKER_SERVICES } from './providers.js';
export { SchedulingWorkers } from './scheduling-workers.js';
