export type { Caller } from '#database';
export { ok, refuse, type ImportItem, type ObjectRef, type Outcome, type Refusal } from './outcome/index.js';
export { ClusterService, DEFAULT_TEAM_ID, type Cluster, type ClusterCounts, type Page } from './clusters/index.js';
export type { IdempotentRequest } from './idempotency/index.js';
export {
  ObjectService, type NodePodsRequest, type ObjectCollection, type ObjectList, type ObjectSelection, type Patch, type RepeatableWriteOptions, type WriteOptions,
} from './objects/object.service.js';
export type { Applied } from './objects/apply-object.js';
export type { Manifest } from './objects/manifest.js';
export type { ListPosition } from './objects/object.store.js';
export type { Preconditions } from './objects/delete-object.js';
export { BindingService, type BindingRequest } from './pods/binding.service.js';
export { ExportService, type Export, type ExportRequest } from './export/index.js';
export { ImportService, type ImportReport, type ImportRequest, type OnError } from './import/index.js';
export { ProfileService, type KnownProfile, type ProfileRequest } from './profiles/index.js';
export {
  SchedulingService, type PodRequest, type Preemption, type Run, type RunCounts, type RunDurations, type ScheduleOptions, type ScheduleRequest,
  type SchedulingOptions, type TieBreak,
} from './scheduling/index.js';
export { DecisionService, type DecisionListRequest, type DecisionPage, type TraceRequest, type TraceView } from './decisions/decision.service.js';
export {
  amountsOf, CapacityService, quantitiesOf, requestsOf, type ClusterCapacity, type NodeUsage, type ResourceAmounts, type ResourceQuantity, type ResourceUtilization,
} from './capacity/index.js';
