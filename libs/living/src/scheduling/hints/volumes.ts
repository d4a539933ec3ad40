import { equalJson, ownField } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import { specOf } from '../cluster-event.js';
import { always, hints, type Hint } from './hint.js';

interface Volume {
  readonly name?: string;
  readonly csi?: { readonly driver?: string };
  readonly persistentVolumeClaim?: { readonly claimName?: string };
  readonly ephemeral?: object;
}

/** The claims that a pod names. */
function claimsOf({ metadata, spec }: Pod): readonly string[] {
  const { volumes = [] } = spec as { readonly volumes?: readonly Volume[] };
  return volumes.flatMap(({ name = '', persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim?.claimName !== undefined) return [persistentVolumeClaim.claimName];
    return ephemeral === undefined ? [] : [`${metadata.name}-${name}`];
  });
}

const own: Hint = ({ after }, pod) =>
  after?.metadata.namespace === pod.metadata.namespace && claimsOf(pod).includes(after?.metadata.name ?? '');

/** A pod goes that used a claim of this one. */
const shared: Hint = ({ before }, pod) => {
  if (before === null || before.metadata.namespace !== pod.metadata.namespace) return false;
  const used = claimsOf(before as Pod);
  return claimsOf(pod).some((claim) => used.includes(claim));
};

const withClaims: Hint = ({ before }) =>
  before !== null && (specOf(before as Pod).nodeName ?? '') !== '' && claimsOf(before as Pod).length > 0;

function migratedOf(node: KubernetesObject | null): string | undefined {
  return ownField(node?.metadata.annotations, 'storage.alpha.kubernetes.io/migrated-plugins');
}

/** A driver of a volume that the pod itself describes says no more how much room there is. */
const tracksNoMore: Hint = ({ before, after }, { spec }) => {
  const { volumes = [] } = spec as { readonly volumes?: readonly Volume[] };
  const tracks = (driver: KubernetesObject | null): boolean =>
    (driver as { readonly spec?: { readonly storageCapacity?: boolean } } | null)?.spec?.storageCapacity === true;
  return tracks(before) && !tracks(after) && volumes.some(({ csi }) => csi?.driver === after?.metadata.name);
};

const changesTopologies: Hint = ({ before, after }) =>
  !equalJson(before?.['allowedTopologies'] ?? [], after?.['allowedTopologies'] ?? []);

export const VOLUME_BINDING = hints({
  'StorageClass Add': always,
  'StorageClass Update': changesTopologies,
  'PersistentVolumeClaim Add': own,
  'PersistentVolumeClaim Update': own,
  'PersistentVolume Add': always,
  'PersistentVolume Update': always,
  'Node Add': always,
  'Node UpdateNodeLabel': always,
  'CSINode Add': always,
  'CSINode Update': ({ before, after }) => migratedOf(before) !== migratedOf(after),
  'CSIDriver Update': tracksNoMore,
  'CSIStorageCapacity Add': always,
  'CSIStorageCapacity Update': always,
});

export const VOLUME_ZONE = hints({
  'StorageClass Add': always,
  'Node Add': always,
  'Node UpdateNodeLabel': always,
  'PersistentVolumeClaim Add': own,
  'PersistentVolumeClaim Update': own,
  'PersistentVolume Add': always,
  'PersistentVolume Update': always,
});

export const VOLUME_RESTRICTIONS = hints({
  'AssignedPod Delete': shared,
  'PersistentVolumeClaim Add': own,
  'Node Add': always,
});

export const NODE_VOLUME_LIMITS = hints({
  'CSINode Add': always,
  'CSINode Update': always,
  'AssignedPod Delete': withClaims,
  'PersistentVolumeClaim Add': own,
  'VolumeAttachment Delete': always,
});
