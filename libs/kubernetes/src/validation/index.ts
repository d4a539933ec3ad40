export {
  checkNode,
  checkNodeUpdate,
  checkPriorityClass,
  checkPriorityClassUpdate,
  checkRuntimeClass,
  checkRuntimeClassUpdate,
} from './cluster-rules.js';
export { exactnessProblems } from './exactness.js';
export { checkMetadata, checkMetadataUpdate, type MetadataRules } from './metadata-rules.js';
export { checkPod } from './pod-rules.js';
export { checkPodUpdate } from './pod-update-rules.js';
export { sameValue } from './rules.js';
export {
  checkCsiDriverUpdate,
  checkCsiNode,
  checkCsiStorageCapacity,
  checkCsiStorageCapacityUpdate,
  checkPersistentVolume,
  checkPersistentVolumeClaim,
  checkPersistentVolumeClaimUpdate,
  checkPersistentVolumeUpdate,
  checkStorageClass,
  checkStorageClassUpdate,
  checkVolumeAttachment,
  checkVolumeAttachmentUpdate,
} from './storage-rules.js';
export { systemPriority } from './system-priorities.js';
export {
  checkPodDisruptionBudget,
  checkReplicaSet,
  checkReplicaSetUpdate,
  checkReplicationController,
  checkService,
  checkStatefulSet,
  checkStatefulSetUpdate,
} from './workload-rules.js';
