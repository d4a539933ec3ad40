export {
  compileNodeSelector,
  compileNodeSelectorTerm,
  isEmptyTerm,
  type NodeMatcher,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type SelectableNode,
} from './node-selector/index.js';
export { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from './tolerations/index.js';
export {
  duplicateOwnersWarning,
  withDistinctOwners,
  type Condition,
  type KubernetesObject,
  type ObjectMeta,
  type OwnerReference,
} from './metadata/index.js';
export {
  admit,
  faultsOf,
  taintNewNode,
  taintsOfImportedAgain,
  type AdmissionContext,
  type AdmissionResult,
  type Controllers,
  type Mutation,
} from './admission/index.js';
export type { PodAffinity, PodAffinityTerm } from './affinity/index.js';
export type { Container, ContainerPort } from './containers/index.js';
export { matchesFields, parseFieldSelector, selectedValue, type FieldRequirement } from './field-selector/index.js';
export {
  allKinds,
  columnsOf,
  defaultStorageClass,
  digestText,
  findKind,
  findKindByName,
  findResource,
  formOf,
  isCompletedByUpdate,
  isDigest,
  isObjectSubresource,
  metadataOfStatusWrite,
  needsAddress,
  needsHealthPort,
  needsNodePorts,
  parseSchedule,
  qosClass,
  SERVED_SUBRESOURCES,
  servedKinds,
  systemPriorities,
  textOfBase64,
  type ContainerStatus,
  type CronFields,
  type CronJob,
  type CSIStorageCapacity,
  type Endpoints,
  type EndpointSlice,
  type Ingress,
  type Job,
  type KindDescription,
  type KindForm,
  type KindName,
  type LimitRange,
  type NetworkPolicy,
  type Node,
  type ObjectSubresource,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type PodDisruptionBudget,
  type PriorityClass,
  type ResourceQuota,
  type RuntimeClass,
  type Secret,
  type Service,
  type ServicePort,
  type ServiceSpec,
  type StatefulSet,
  type StorageClass,
} from './kinds/index.js';
export { afterEviction, controllerOf, MIRROR_POD, type AfterEviction } from './owned-pods/index.js';
export { aggregateContainers, appArmorAnnotations, type PodSpec } from './pod-spec/index.js';
export { podSecurityViolation } from './pod-security/index.js';
export {
  daemonNodeUse,
  daemonPodSpec,
  podOfTemplate,
  templateHash,
  type DaemonNodeUse,
  type DaemonSpec,
} from './pod-template/index.js';
export {
  addAmounts,
  amountsText,
  equalAmounts,
  fractionsOfBytes,
  isExtendedResource,
  isNativeResource,
  largerAmounts,
  NO_AMOUNTS,
  ONE,
  printAmounts,
  readAmounts,
  someAmounts,
  subtractAmounts,
  type Amounts,
  type ResourceList,
  type ResourceRequirements,
} from './resources/index.js';
export { replicasIn, scaleOf, scaleProblems, type Scale } from './scale/index.js';
export type { Cell, Columns, RowCondition } from './table/index.js';
export type { Projection, Volume } from './volumes/index.js';
