import type { PersistentVolume, PersistentVolumeClaim } from './storage-objects.js';

/** As Kubernetes v1.34 v1.BetaStorageClassAnnotation: where it is there, even empty, it wins. */
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/**
 * The class that a claim asks for, or that a volume is of; empty for none. As component-helpers v1.34
 * GetPersistentVolumeClaimClass.
 */
export function storageClassName({ metadata, spec }: PersistentVolumeClaim | PersistentVolume): string {
  return metadata?.annotations?.[BETA_CLASS] ?? spec?.storageClassName ?? '';
}
