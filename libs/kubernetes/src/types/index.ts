export { isJsonObject, type JsonObject, type JsonValue } from './json.js';
export type { Condition, KubernetesObject, ObjectMeta, OwnerReference, ResourceList } from './metadata.js';
export type { ContainerImage, Namespace, Node, NodeSpec, NodeStatus } from './node.js';
export type { Container, ContainerPort, Probe, ResourceRequirements, VolumeMount } from './container.js';
export type {
  Affinity,
  NodeAffinity,
  NodeSelector,
  PodAffinity,
  PodAffinityTerm,
  PreferredSchedulingTerm,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from './affinity.js';
export type { ContainerStatus, Pod, PodSpec, PodStatus, Volume } from './pod.js';
export type {
  CSIDriver,
  CSIDriverSpec,
  CSINode,
  CSINodeDriver,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeSpec,
  StorageClass,
  VolumeAttachment,
} from './storage.js';
export type {
  PodDisruptionBudget,
  PodTemplate,
  PriorityClass,
  ReplicaSet,
  ReplicationController,
  Service,
  ServicePort,
  ServiceSpec,
  StatefulSet,
  StatefulSetSpec,
} from './workload.js';
export type { RuntimeClass } from './runtime-class.js';
export type { Binding, DeleteOptions, ListMeta, ObjectList, Status, StatusDetails } from './protocol.js';
