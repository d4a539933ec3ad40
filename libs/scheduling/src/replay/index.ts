export { decisionState, type DecisionMoment, type DecisionState } from './decision-state.js';
export {
  ReplayService,
  type ReplayOptions,
  type ReplayProgress,
  type ReplayScope,
  type ReplayServiceOptions,
} from './replay.service.js';
export type {
  DecidingEngine,
  LocatedDifference,
  NotCompared,
  ReplayCounts,
  ReplayDifference,
  ReplayReport,
  ReplaySelection,
} from './replay-report.js';
export type { ReplayEngine } from './recorded-profiles.js';
