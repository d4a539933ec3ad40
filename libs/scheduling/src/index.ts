export {
  DecisionIndexService,
  type DecisionListRequest,
  type DecisionPage,
  DecisionReportService,
  DecisionService,
  readDecisionId,
  type ReportPage,
  type ReportRequest,
  type TraceRequest,
  type TraceView,
  viewOf,
  type WholeTrace,
} from './decisions/index.js';
export {
  DRY_RUN_KEPT_MS,
  type PodRequest,
  type Preemption,
  type Run,
  type RunCounts,
  type RunDurations,
  type RunPage,
  type RunProgressReport,
  type ScheduleOptions,
  type ScheduleRequest,
  type SchedulingOptions,
  SchedulingService,
  type TieBreak,
} from './runs/index.js';
export {
  type ConfigurationReport,
  engineDigest,
  type KeptVersion,
  profileDigest,
  type ProfileRequest,
  ProfileService,
  type ProfileTarget,
  type ProfileVersion,
  resolveSource,
  type ServedProfile,
} from './profiles/index.js';
export {
  type DecidingEngine,
  type LocatedDifference,
  type NotCompared,
  type ReplayCounts,
  type ReplayDifference,
  type ReplayEngine,
  type ReplayOptions,
  type ReplayProgress,
  type ReplayReport,
  type ReplaySelection,
  ReplayService,
} from './replay/index.js';
export { type ClusterState, recallCluster, WarmClusters } from './warm-state/index.js';
/** What reading traces answers with. */
export type { FailingSet, NumberColumn, TraceColumns } from '#trace';
export { SEARCHED_KINDS, SearchService, type SearchHit, type SearchRequest } from './search/index.js';
