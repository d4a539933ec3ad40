/** The kinds of storage objects. Placements change them, and only pods with volumes depend on them. */
import type { ObjectKind, Pod } from '../objects/index.js';

function concerns({ spec }: Pod): boolean {
  return Boolean(spec?.volumes?.length);
}

export const PERSISTENT_VOLUMES = {
  kind: 'PersistentVolume',
  list: 'persistentVolumes',
  concerns,
} as const satisfies ObjectKind;

export const PERSISTENT_VOLUME_CLAIMS = {
  kind: 'PersistentVolumeClaim',
  list: 'persistentVolumeClaims',
  concerns,
} as const satisfies ObjectKind;

export const STORAGE_CLASSES = { kind: 'StorageClass', list: 'storageClasses', concerns } as const satisfies ObjectKind;

export const CSI_NODES = { kind: 'CSINode', list: 'csiNodes', concerns } as const satisfies ObjectKind;

export const CSI_DRIVERS = { kind: 'CSIDriver', list: 'csiDrivers', concerns } as const satisfies ObjectKind;

export const CSI_STORAGE_CAPACITIES = {
  kind: 'CSIStorageCapacity',
  list: 'csiStorageCapacities',
  concerns,
} as const satisfies ObjectKind;

export const VOLUME_ATTACHMENTS = {
  kind: 'VolumeAttachment',
  list: 'volumeAttachments',
  concerns,
} as const satisfies ObjectKind;
