export { defaultNamespace, defaultNode, defaultPriorityClass } from './cluster-defaults.js';
export { defaultPod } from './pod-defaults.js';
export { aggregateRequests } from './pod-resources.js';
export {
  defaultCsiDriver,
  defaultPersistentVolume,
  defaultPersistentVolumeClaim,
  defaultStorageClass,
} from './storage-defaults.js';
export {
  defaultReplicaSet,
  defaultReplicationController,
  defaultService,
  defaultStatefulSet,
} from './workload-defaults.js';
