export { RunLoader } from './run.loader.js';
export { RUN_ID, runRef, RunModel } from './runs.model.js';
export { SchedulingModule } from './scheduling.module.js';
