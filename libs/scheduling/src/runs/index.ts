export {
  attemptEffects,
  decidePart,
  podName,
  type PartInput,
  type PartPlan,
  type PlannedEffect,
  type PlannedDecision,
} from './decide/index.js';
export {
  blankDecision,
  notCompared,
  PartTraces,
  plannedDecision,
  type PlannedBase,
  type SeenDecision,
} from './decide/index.js';
export { noteProfiles } from './commit/index.js';
export { insertRunParts, type NewRunPart } from './run-part.store.js';
export { refOf } from './sinks/index.js';
export { POD_IN_QUEUE, PodReader, type QueuedPodRow, RunProfiles, skipOf, triedPods } from './read/index.js';
export { DRY_RUN_KEPT_MS, findRun, insertRun, isDryRun } from './run.store.js';
export { findKnownRun, knownDryRuns } from './seen-run.js';
export { SchedulingService } from './scheduling.service.js';
export type { EndedRun, RunPage, RunProgressReport, ScheduleOptions, SchedulingOptions } from './scheduling-options.js';
export { RunJobs } from './run-jobs.js';
export type { SurvivingRun } from './surviving-run.js';
export { RunViewService, type RunPair } from './run-view.service.js';
export type { RunPart } from './run-part.queries.js';
export { isOfFew, type LabelRequest, type PodRequest, type ScheduleRequest } from './schedule-request.js';
export { NO_COUNTS } from './run.js';
export type { AskedPods, Preemption, Run, RunCounts, RunDurations, TieBreak } from './run.js';
