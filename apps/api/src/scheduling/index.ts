export { RunLoader } from './run.loader.js';
export { RUN_ID, runRef, RunModel } from './runs.model.js';
export { runBody } from './run.schema.js';
export { NO_SEED } from './schedule-request.js';
export { SchedulingModule } from './scheduling.module.js';
