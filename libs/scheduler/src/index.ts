export type * from './evidence/evidence.js';
export type { Attempt, PluginStatus, PostFilterRecord, PreFilterRecord } from './attempt/index.js';
export {
  applyNomination,
  applyPlacement,
  decideAsking,
  decidePods,
  displacedBy,
  nobody,
  type BatchInput,
  type Preemption,
  type WaitingAttempt,
} from './batch/index.js';
export { DEFAULT_SCHEDULER_NAME } from './default-profile.js';
export {
  askNode,
  DenseExecutor,
  IncrementalExecutor,
  KeptPreFilters,
  type Executor,
  type NodeAnswer,
} from './executor/index.js';
export type * from './extenders/index.js';
export { IN_TREE_PLUGINS } from './in-tree-plugins.js';
export { V1_20_PLUGINS } from './v1-20-plugins.js';
export { isPolicy } from './policy/index.js';
export {
  type AppliedPolicy,
  type PolicyTranslation,
  type TranslatedName,
  describePlugin,
  EXTENSION_POINTS,
  type BoundPlugin,
  type ExtensionPoint,
  type PluginDescription,
  type PluginSource,
  type Profile,
  type ProfileConfiguration,
} from './profile/index.js';
export {
  IncomingPod,
  compareQueued,
  type PendingPod,
  podOfClass,
  schedulingClass,
  SchedulingClasses,
} from './pods/index.js';
export {
  type Affinity,
  type ClusterObject,
  type ClusterObjects,
  type Container,
  type Node,
  type NodeAffinity,
  type Pod,
  type ResourceList,
  type Taint,
  type Toleration,
  type TopologySpreadConstraint,
  isTerminating,
  podKey,
  podPriority,
  podUid,
  type ObjectPatch,
  requiredTerms,
  type PodTerm,
} from './objects/index.js';
export * from './plugin.js';
export {
  defaultProfile,
  readProfile,
  readSchedulerConfiguration,
  type ConfiguredProfile,
  type ProfileProblem,
  type ReadConfigurationResult,
  type ReadProfileResult,
} from './configuration/index.js';
export type { FieldReader, IgnoredField } from './fields/index.js';
export { PODS, portsConflict, type HostPort } from './resources/index.js';
export { schedulePod, type AttemptInput } from './schedule-pod.js';
export {
  compareBytes,
  LIST_OF_KIND,
  placedLike,
  placedPod,
  podShape,
  Snapshot,
  type Nominations,
  type ObjectList,
  type PlacedIdentity,
  type PlacedPod,
  type ReadableSnapshot,
  type ResourceColumn,
} from './snapshot/index.js';
export { normalizedScore, failuresAt, firstAt, normalizedAt, rawAt, totalAt, verdictAt } from './evidence/index.js';
export { rankRows, type Ranking, type TieBreak } from './tie-break/index.js';
