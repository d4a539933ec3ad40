export { everyPod, noPod, type ObjectKind, type ObjectLists } from './object-kind.js';
export type { ObjectPatch } from './object-patch.js';
export {
  isTerminating,
  podKey,
  podPriority,
  podUid,
  type Affinity,
  type ClusterObject,
  type Container,
  type ContainerPort,
  type ContainerStatus,
  type LabelSelector,
  type Labels,
  type MigratedSources,
  type Node,
  type NodeAffinity,
  type NodeSelectorTerm,
  type ObjectMeta,
  type OwnerReference,
  type Pod,
  type PodAffinity,
  type PodAffinityTerm,
  type PodSpec,
  type PodStatus,
  type ResourceList,
  type Taint,
  type Toleration,
  type TopologySpreadConstraint,
  type Volume,
  type VolumeSource,
} from './objects.js';
export { placedSpec, placedSpecShape, type PlacedSpec } from './placed-spec.js';
export { compilePodTerms, lazyPodTerms, type PodTerm, type PodTerms } from './pod-terms.js';
export { requiredNodes, requiredTerms } from './required-nodes.js';
