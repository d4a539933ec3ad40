import { volumeAnnotations, type PersistentVolume, type PersistentVolumeClaim } from '#scheduler';

/** A claim and its volume. */
export interface BoundPair {
  readonly claim: PersistentVolumeClaim;
  readonly volume: PersistentVolume;
}

/** Whether the volume controller is done with the claim. */
export function isBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec?.volumeName) && metadata?.annotations?.[volumeAnnotations.bindCompleted] !== undefined;
}

/** Both as the volume controller leaves them. // as kubernetes v1.34 pv-controller bind */
export function boundTo(claim: PersistentVolumeClaim, volume: PersistentVolume): BoundPair {
  const { namespace = '', name = '', uid = '' } = claim.metadata ?? {};
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid };
  const annotations = { ...claim.metadata?.annotations, [volumeAnnotations.bindCompleted]: 'yes' };
  return {
    claim: {
      ...claim,
      metadata: { ...claim.metadata, annotations },
      spec: { ...claim.spec, volumeName: volume.metadata?.name ?? '' },
      status: { ...claim.status, phase: 'Bound' },
    },
    volume: { ...volume, spec: { ...volume.spec, claimRef }, status: { ...volume.status, phase: 'Bound' } },
  };
}
