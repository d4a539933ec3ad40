export { RunLoader } from './run.loader.js';
export { RUN_ID, RunModel } from './runs.model.js';
export { SchedulingModule } from './scheduling.module.js';
