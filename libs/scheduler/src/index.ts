export {
  evidenceAt,
  type StatusCode,
  type Status,
  type Changed,
  type VerdictColumn,
  type Scale,
  type ScoreColumn,
  type ScoreValues,
  type Overrides,
  type Combination,
  type Lineage,
  type Evidence,
} from './evidence/index.js';
export type { Attempt } from './attempt/index.js';
export {
  decideAsking,
  decidePods,
  displacedBy,
  unanswered,
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
export { type Extender, type ExtenderQuestion, type ExtenderResult } from './extenders/index.js';
export { IN_TREE_PLUGINS } from './in-tree-plugins.js';
export {
  InTreeSnapshot as Snapshot,
  LIST_OF_KIND,
  type ClusterObjects,
  type ObjectList,
  type ReadableInTreeSnapshot as ReadableSnapshot,
} from './in-tree-snapshot.js';
export { interPodAffinity } from './plugins/inter-pod-affinity/inter-pod-affinity.js';
export type { OwnTerm } from './plugins/inter-pod-affinity/terms.js';
export { volumeCounts } from './plugins/node-volume-limits/volume-counts.js';
export { spreadDomains, type SpreadDomains } from './plugins/pod-topology-spread/spread-domains.js';
export { imageLocality } from './plugins/image-locality/image-locality.js';
export type { ImageStanding } from './plugins/image-locality/image-standing.js';
export { preemptionLoss } from './plugins/default-preemption/candidate.js';
export { DisruptionBudgets, type BrokenBudget } from './plugins/default-preemption/disruption-budgets.js';
export { sharesDisk } from './plugins/volume-restrictions/disk-conflict.js';
export { volumeTopology } from './plugins/volume-zone/volume-topology.js';
export { matchingVolume } from './plugins/volume-binding/matching-volumes.js';
export { isPolicy } from './policy/index.js';
export {
  type TranslatedName,
  describePlugin,
  type PluginDescription,
  type PluginSource,
  type Profile,
  type ProfileConfiguration,
} from './profile/index.js';
export { IncomingPod, compareQueued, podOfClass, schedulingClass, SchedulingClasses } from './pods/index.js';
export {
  type Affinity,
  type ClusterObject,
  type Container,
  type Node,
  type NodeAffinity,
  type Pod,
  type PodAffinityTerm,
  type ResourceList,
  type Taint,
  type Toleration,
  type TopologySpreadConstraint,
  isTerminating,
  podKey,
  podUid,
  requiredTerms,
  type PodTerm,
} from './objects/index.js';
export {
  definePlugin,
  NO_DOMAIN,
  type Normalization,
  type ReasonTemplate,
  type Cycle,
  type PreparedFilter,
  type PreparedScore,
  type Question,
  type Answer,
  type Exchange,
  type Plugin,
  type PreemptionCandidate,
  type Domains,
  type ObjectPatch,
} from './plugin.js';
export { defaultProfile, readProfile, readSchedulerConfiguration, type ProfileProblem } from './configuration/index.js';
export type { FieldReader, IgnoredField } from './fields/index.js';
export { PODS, portsConflict, type HostPort } from './resources/index.js';
export { schedulePod } from './schedule-pod.js';
export { compareBytes, placedLike, placedPod, podOfShape, podShape, type PlacedPod } from './snapshot/index.js';
export {
  claimOf,
  foreignClaim,
  NO_PROVISIONER,
  reachable,
  StorageView,
  storageClassName,
  volumeAnnotations,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
} from './volumes/index.js';
export type { Ranking, TieBreak } from './tie-break/index.js';
