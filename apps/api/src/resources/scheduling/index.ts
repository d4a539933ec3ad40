export { RunLoader } from './run.loader.js';
export { podSelection, podsAsked, preemption, profileAsked, runBody } from './run.schema.js';
export { RUN_ID, runRef, RunModel } from './runs.model.js';
export { NO_SEED, podRequestOf } from './schedule-request.js';
export { SchedulingModule } from './scheduling.module.js';
