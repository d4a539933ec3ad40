export {
  allKinds,
  columnsOf,
  definitionByName,
  definitionOf,
  findKind,
  findKindByName,
  findResource,
  formOf,
  isCompletedByUpdate,
  servedKinds,
  type KeptKind,
  type KindDescription,
  type KindForm,
  type KindName,
} from './find-kind.js';
export { SERVED_SUBRESOURCES } from './served-subresources.js';
export { metadataOfStatusWrite } from './status-metadata.js';
export { isObjectSubresource, type Arrival, type KindDefinition, type ObjectSubresource } from './kind-definition.js';
export type { CSIDriver, CSIDriverSpec } from './csi-driver/kind.js';
export type { CSINode, CSINodeDriver } from './csi-node/kind.js';
export type { CSIStorageCapacity } from './csi-storage-capacity/kind.js';
export type { Endpoints } from './endpoints/kind.js';
export type { EndpointSlice } from './endpoint-slice/kind.js';
export type { Ingress } from './ingress/kind.js';
export type { LimitRange, LimitRangeItem } from './limit-range/type.js';
export type { Namespace } from './namespace/kind.js';
export type { NetworkPolicy } from './network-policy/kind.js';
export type { ContainerImage, Node, NodeSpec, NodeStatus } from './node/kind.js';
export type { PersistentVolumeClaim } from './persistent-volume-claim/kind.js';
export type { PersistentVolumeClaimSpec } from '../storage/index.js';
export type { PersistentVolume, PersistentVolumeSpec } from './persistent-volume/type.js';
export type { PodDisruptionBudget } from './pod-disruption-budget/kind.js';
export { qosClass } from './pod/qos-class.js';
export type { ContainerStatus, Pod, PodStatus } from './pod/type.js';
export type { PriorityClass } from './priority-class/kind.js';
export { systemPriorities, systemPriority } from './priority-class/system-priorities.js';
export type { ReplicaSet } from './replica-set/kind.js';
export type { ReplicationController } from './replication-controller/kind.js';
export type { ResourceQuota, ResourceQuotaSpec, ScopeRequirement } from './resource-quota/type.js';
export type { RuntimeClass } from './runtime-class/kind.js';
export type { CronJob } from './cron-job/kind.js';
export type { Job } from './job/kind.js';
export { parseSchedule, type CronFields } from './cron-job/schedule.js';
export { textOfBase64 } from './secret/base64-text.js';
export { digestText, isDigest } from './secret/digest.js';
export type { Secret } from './secret/kind.js';
export { needsAddress, needsHealthPort, needsNodePorts } from './service/allocated-values.js';
export type { Service, ServicePort, ServiceSpec } from './service/type.js';
export type { StatefulSet, StatefulSetSpec } from './stateful-set/kind.js';
export { defaultStorageClass } from './storage-class/default-class.js';
export type { StorageClass } from './storage-class/kind.js';
export type { VolumeAttachment } from './volume-attachment/kind.js';
