export type { Decoder } from './decoder.js';
export { namespace, node, priorityClass, runtimeClass } from './cluster.js';
export { pod } from './pod.js';
export {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  persistentVolume,
  persistentVolumeClaim,
  storageClass,
  volumeAttachment,
} from './storage.js';
export { podDisruptionBudget, replicaSet, replicationController, service, statefulSet } from './workload.js';
