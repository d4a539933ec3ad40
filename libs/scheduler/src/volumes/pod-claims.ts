import type { Volume } from '../objects/index.js';
import type { PersistentVolumeClaim } from './storage-objects.js';

/** The claim behind a pod's volume: named by the pod, or made for it (generic ephemeral volumes). */
export interface ClaimReference {
  readonly name: string;
  readonly ephemeral: boolean;
}

/** Whose volumes they are: a pod that is on a node, or one that is to be. */
export interface ClaimingPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * The claim that a volume uses, or undefined. The name of an ephemeral one is computed. As
 * component-helpers v1.34 VolumeClaimName.
 */
export function claimOf(volume: Volume, podName: string): ClaimReference | undefined {
  if (volume.persistentVolumeClaim) return { name: volume.persistentVolumeClaim.claimName ?? '', ephemeral: false };
  if (volume.ephemeral) return { name: `${podName}-${volume.name ?? ''}`, ephemeral: true };
  return undefined;
}

/**
 * Why the claim of an ephemeral volume is not this pod's, or undefined. As component-helpers
 * v1.34 ephemeral.VolumeIsForPod.
 */
export function foreignClaim({ metadata = {} }: PersistentVolumeClaim, pod: ClaimingPod): string | undefined {
  const controller = metadata.ownerReferences?.find((owner) => owner.controller === true);
  if (controller !== undefined && (controller.uid ?? '') === pod.uid) return undefined;
  return (
    `PVC ${metadata.namespace ?? ''}/${metadata.name ?? ''} was not created for pod ` +
    `${pod.namespace}/${pod.name} (pod is not owner)`
  );
}

/** In the words of a lister of client-go v1.34. */
export function notFound(
  resource: 'persistentvolumeclaim' | 'persistentvolume' | 'storageclass.storage.k8s.io',
  name: string,
): string {
  return `${resource} ${JSON.stringify(name)} not found`;
}
