export { podName } from './attempt-effects.js';
export { decidePart, type PartPlan, type PlannedDecision } from './decide-part.js';
export { skipReason } from './pod-selection.js';
export { findRun, isDryRun } from './run.store.js';
export {
  SchedulingService,
  type RunPage,
  type RunProgressReport,
  type ScheduleOptions,
  type SchedulingOptions,
} from './scheduling.service.js';
export type { PodRequest, ScheduleRequest } from './schedule-request.js';
export type { Preemption, Run, RunCounts, RunDurations, TieBreak } from './run.js';
