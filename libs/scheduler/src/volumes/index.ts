export { NO_PROVISIONER, volumeAnnotations } from './annotations.js';
export { inlineCsiVolume, persistentCsiVolume, type CsiVolume, type Untranslatable } from './csi-volume.js';
export { countsAsCsi, inTreePluginNamed, inTreePluginOf } from './in-tree-plugins.js';
export { claimOf, foreignClaim, notFound, type ClaimingPod } from './pod-claims.js';
export { storageClassName } from './storage-class-name.js';
export {
  CSI_DRIVERS,
  CSI_NODES,
  CSI_STORAGE_CAPACITIES,
  PERSISTENT_VOLUME_CLAIMS,
  PERSISTENT_VOLUMES,
  STORAGE_CLASSES,
  VOLUME_ATTACHMENTS,
} from './storage-kinds.js';
export type {
  CsiNode,
  CsiStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  TopologySelectorTerm,
  VolumeAttachment,
} from './storage-objects.js';
export { StorageView } from './storage-view.js';
export { BETA_REGION, BETA_ZONE, REGION, ZONE, ZONE_DELIMITER } from './topology-labels.js';
export { reachable, VolumeReach, type Reachable } from './volume-reach.js';
