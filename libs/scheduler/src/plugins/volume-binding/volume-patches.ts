import type { ObjectPatch } from '../../plugin.js';
import { volumeAnnotations, type PersistentVolume, type PersistentVolumeClaim } from '../../volumes/index.js';
import type { PodVolumes } from './find-pod-volumes.js';
import { isReservedFor, volumeName } from './matching-volumes.js';

/**
 * What placing the pod on the node changes: volumes are set aside for their claims, and claims ask for volumes to be
 * made there. The volume controller of the cluster binds and makes them. As kube-scheduler v1.34 AssumePodVolumes.
 */
export function volumePatches({ bindings, provisions }: PodVolumes, nodeName: string): readonly ObjectPatch[] {
  return [
    ...bindings.flatMap(({ volume, claim }) => reservation(volume, claim) ?? []),
    ...provisions.map(({ metadata }): ObjectPatch => ({
      kind: 'PersistentVolumeClaim',
      namespace: metadata?.namespace ?? '',
      name: metadata?.name ?? '',
      patch: { metadata: { annotations: { [volumeAnnotations.selectedNode]: nodeName } } },
    })),
  ];
}

/**
 * Null where the volume is set aside for the claim already, to the last field. As component-helpers
 * v1.34 GetBindVolumeToClaim.
 */
function reservation(volume: PersistentVolume, claim: PersistentVolumeClaim): ObjectPatch | null {
  const reserved = isReservedFor(volume, claim);
  const { namespace = '', name = '', uid = '', resourceVersion } = claim.metadata ?? {};
  const complete = reserved && (volume.spec?.claimRef?.uid ?? '') === uid;
  if (complete) return null;
  const claimRef = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace,
    name,
    uid,
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  // A volume that a user set aside by name alone stays the user's: the annotation is for those that were free.
  const annotated = reserved || volume.metadata?.annotations?.[volumeAnnotations.boundByController] !== undefined;
  return {
    kind: 'PersistentVolume',
    namespace: null,
    name: volumeName(volume),
    patch: {
      ...(!annotated && { metadata: { annotations: { [volumeAnnotations.boundByController]: 'yes' } } }),
      spec: { claimRef },
    },
  };
}
