export { RunLoader } from './run.loader.js';
export { podsAsked, preemption, profileAsked, runBody } from './run.schema.js';
export { PreemptionModel, RUN_ID, runRef, RunModel } from './runs.model.js';
export { PodSelectionInput } from './schedule.inputs.js';
export { NO_SEED, podRequestOf } from './schedule-request.js';
export { SchedulingModule } from './scheduling.module.js';
