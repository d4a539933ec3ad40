export type { Caller } from '#database';
export { ok, refuse, type ImportItem, type ObjectRef, type Outcome, type Refusal } from './outcome/index.js';
export { ClusterMoments, PastClusters, SnapshotKeeper } from './history/index.js';
export {
  ClusterService,
  DEFAULT_TEAM_ID,
  type Cluster,
  type ClusterAt,
  type ClusterCounts,
  type ClusterOrigin,
  type ClusterPlace,
  type ClusterSettings,
  type Page,
  type TraceBudget,
} from './clusters/index.js';
export { ForkService, type ForkRequest } from './forks/index.js';
export {
  DiffService,
  type CountsByKind,
  type Diff,
  type DiffEnd,
  type DiffRequest,
  type NodeDifference,
  type ObjectDifference,
  type PlacementDifference,
  type ResourceDifference,
  type UtilizationDifference,
} from './diff/index.js';
export type { IdempotentRequest } from './idempotency/index.js';
export {
  ObjectService,
  type Applied,
  type ListPosition,
  type Manifest,
  type NodePodsRequest,
  type ObjectCollection,
  type ObjectList,
  type ObjectMatch,
  type ObjectSelection,
  type Patch,
  type Preconditions,
  type ReadCollection,
  type RepeatableWriteOptions,
  type WriteOptions,
} from './objects/index.js';
export { BindingService, type BindingRequest } from './pods/index.js';
export { ExportService, type Export, type ExportRequest } from './export/index.js';
export { ImportService, type ImportReport, type ImportRequest, type OnError } from './import/index.js';
export {
  ProfileService,
  type ConfigurationReport,
  type ProfileRequest,
  type ProfileTarget,
  type ProfileVersion,
  type ServedProfile,
} from './profiles/index.js';
export {
  SchedulingService,
  type PodRequest,
  type Preemption,
  type Run,
  type RunCounts,
  type RunDurations,
  type RunPage,
  type ScheduleOptions,
  type ScheduleRequest,
  type SchedulingOptions,
  type TieBreak,
} from './scheduling/index.js';
export {
  DecisionIndexService,
  DecisionReportService,
  DecisionService,
  type DecisionListRequest,
  type DecisionPage,
  type ReportPage,
  type TotalsRequest,
  type TraceRequest,
  type TraceView,
  type WaitsRequest,
  type WholeTrace,
} from './decisions/index.js';
export {
  amountsOf,
  CapacityService,
  quantitiesOf,
  requestsOf,
  type ClusterCapacity,
  type NodeUsage,
  type ResourceAmounts,
  type ResourceQuantity,
  type ResourceUtilization,
} from './capacity/index.js';
export {
  CheckpointService,
  ProofService,
  type CheckpointView,
  type ConsistencyView,
  type InclusionView,
  type LedgerRequest,
  type PathView,
  type ProvedEntry,
  type SigningKeyView,
  type UnsignedHistory,
} from './proof/index.js';
export {
  ReplayService,
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
} from './replay/index.js';
export type { Archive, ArchiveFile, ArchivePlace, Span } from './archives/index.js';
export {
  ArchiveFolder,
  ArchiveService,
  RetentionService,
  type ArchivedDecisionRequest,
  type ArchivePage,
  type ArchiveReport,
  type ArchiveStep,
  type OpenArchiveFile,
  type RetentionOptions,
  type RetentionTime,
} from './retention/index.js';
export {
  VerificationService,
  type CheckResult,
  type Verification,
  type VerificationProgress,
  type VerificationRequest,
} from './verification/index.js';
export {
  LogService,
  type ChangeFilter,
  type ChangeListRequest,
  type LoggedChange,
  type LogPage,
  type Revision,
  type RevisionFilter,
  type RevisionListRequest,
} from './log/index.js';
export { WatchService, type Watch, type WatchBatch, type WatchOptions, type WatchRequest } from './watch/index.js';
