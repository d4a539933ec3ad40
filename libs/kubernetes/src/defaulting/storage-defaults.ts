import type { CSIDriver, PersistentVolume, PersistentVolumeClaim, StorageClass } from '../types/index.js';

// All as API server v1.34: pkg/apis/core/v1 and pkg/apis/storage/v1, defaults.go.

/**
 * A volume that nobody claimed yet, kept when its claim goes. No volume controller is there that would find a pending volume and make
 * it available, and claims are only matched with available ones, so what says nothing of its phase gets what the controller would say.
 */
export function defaultPersistentVolume(volume: PersistentVolume): void {
  volume.spec.persistentVolumeReclaimPolicy ||= 'Retain';
  volume.spec.volumeMode ??= 'Filesystem';
  volume.status ??= {};
  volume.status.phase ||= volume.spec.claimRef?.uid ? 'Bound' : 'Available';
}

/** A claim that is not bound yet. */
export function defaultPersistentVolumeClaim(claim: PersistentVolumeClaim): void {
  claim.spec.volumeMode ??= 'Filesystem';
  claim.status ??= {};
  claim.status.phase ||= 'Pending';
}

/** Volumes are deleted with their claims, and bound as soon as they are claimed. */
export function defaultStorageClass(storageClass: StorageClass): void {
  storageClass.reclaimPolicy ??= 'Delete';
  storageClass.volumeBindingMode ??= 'Immediate';
}

/** A driver whose volumes are attached to nodes, and which says nothing about capacity. */
export function defaultCsiDriver({ spec }: CSIDriver): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent'];
}
