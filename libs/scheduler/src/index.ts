export type * from './evidence.js';
export type { Attempt, PluginStatus, PostFilterRecord, PreFilterRecord } from './attempt.js';
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
} from './decide-pods.js';
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
export { isPolicy, type AppliedPolicy, type PolicyTranslation, type TranslatedName } from './policy/index.js';
export { IncomingPod } from './incoming-pod.js';
export type {
  Affinity,
  ClusterObject,
  ClusterObjects,
  Container,
  Node,
  NodeAffinity,
  Pod,
  ResourceList,
  Taint,
  Toleration,
  TopologySpreadConstraint,
} from './objects.js';
export type { ObjectPatch } from './object-patch.js';
export { isTerminating, podKey, podPriority, podUid } from './objects.js';
export * from './plugin.js';
export {
  defaultProfile,
  describePlugin,
  EXTENSION_POINTS,
  readProfile,
  readSchedulerConfiguration,
} from './profile/index.js';
export type { FieldReader, IgnoredField } from './configuration/index.js';
export type {
  BoundPlugin,
  ConfiguredProfile,
  ExtensionPoint,
  PluginDescription,
  PluginSource,
  Profile,
  ProfileConfiguration,
  ProfileProblem,
  ReadConfigurationResult,
  ReadProfileResult,
} from './profile/index.js';
export { requiredTerms } from './required-nodes.js';
export { PODS, portsConflict, type HostPort } from './resources/index.js';
export type { PodTerm } from './pod-terms.js';
export { compareQueued, type PendingPod } from './queue-order.js';
export { schedulePod, type AttemptInput } from './schedule-pod.js';
export { podOfClass } from './pod-of-class.js';
export { schedulingClass } from './scheduling-class.js';
export { SchedulingClasses } from './scheduling-classes.js';
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
export { normalizedScore } from './normalized-score.js';
export { failuresAt, firstAt, normalizedAt, rawAt, totalAt, verdictAt } from './read-evidence.js';
export { rankRows, type Ranking, type TieBreak } from './tie-break/index.js';
