export {
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
} from './evidence/evidence.js';
export type { Attempt, PluginStatus } from './attempt/index.js';
export {
  applyNomination,
  applyPlacement,
  decideAsking,
  decidePods,
  displacedBy,
  unanswered,
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
export { type Extender, type ExtenderQuestion, type ExtenderResult } from './extenders/index.js';
export { IN_TREE_PLUGINS } from './in-tree-plugins.js';
export {
  InTreeSnapshot as Snapshot,
  LIST_OF_KIND,
  type ClusterObjects,
  type ObjectList,
  type ReadableInTreeSnapshot as ReadableSnapshot,
} from './in-tree-snapshot.js';
export { IMAGES } from './plugins/image-locality/image-index.js';
export { PODS_WITH_TERMS } from './plugins/inter-pod-affinity/pods-with-terms.js';
export { meansPod, ownTerms, type OwnTerm } from './plugins/inter-pod-affinity/terms.js';
export { volumeCounts } from './plugins/node-volume-limits/volume-counts.js';
export { spreadDomains, type SpreadDomains } from './plugins/pod-topology-spread/spread-domains.js';
export { affinityShares } from './plugins/inter-pod-affinity/shares.js';
export { imageStandings, LEAST_IMAGE_BYTES, type ImageStanding } from './plugins/image-locality/image-standing.js';
export { preemptionLoss } from './plugins/default-preemption/candidate.js';
export { DisruptionBudgets, type BrokenBudget } from './plugins/default-preemption/disruption-budgets.js';
export { KEPT_AWAY, NOT_APART } from './plugins/inter-pod-affinity/filter.js';
export { HOST_PORTS } from './plugins/node-ports/host-ports.js';
export { CLAIM_USES } from './plugins/volume-restrictions/claim-uses.js';
export { sharesDisk } from './plugins/volume-restrictions/disk-conflict.js';
export { volumeTopology } from './plugins/volume-zone/volume-topology.js';
export { matchingVolume } from './plugins/volume-binding/matching-volumes.js';
export { isPolicy } from './policy/index.js';
export {
  type TranslatedName,
  describePlugin,
  type BoundPlugin,
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
  type StatusId,
  type NodeFilter,
  type Normalization,
  type ReasonTemplate,
  type Cycle,
  type Skip,
  type Rejection,
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
export { normalizedScore, failuresAt, firstAt, normalizedAt, rawAt, totalAt, verdictAt } from './evidence/index.js';
export {
  BIND_COMPLETED,
  BOUND_BY_CONTROLLER,
  claimOf,
  foreignClaim,
  NO_PROVISIONER,
  reachable,
  SELECTED_NODE,
  StorageView,
  storageClassName,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type StorageClass,
} from './volumes/index.js';
export { rankRows, type Ranking, type TieBreak } from './tie-break/index.js';
