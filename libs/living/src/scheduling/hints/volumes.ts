import { equalJson, ownField } from '#json';
import { compareQuantities, requireQuantity } from '#apimachinery';
import type { KubernetesObject, Pod } from '#kubernetes';
import { placedPod, sharesDisk, volumeTopology, type PersistentVolume, type Pod as EnginePod } from '#scheduler';
import { claimNamesOf as claimsOf } from '../../pods/index.js';
import { specOf } from '../cluster-event.js';
import { always, hints, type Hint } from './hint.js';

interface Volume {
  readonly csi?: { readonly driver?: string };
  readonly persistentVolumeClaim?: { readonly claimName?: string };
}

function volumesOf({ spec }: Pod): readonly Volume[] {
  return (spec as { readonly volumes?: readonly Volume[] }).volumes ?? [];
}

/** The claims that a pod names itself. */
function namedBy(pod: Pod): readonly string[] {
  return volumesOf(pod).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
}

const own: Hint = ({ after }, pod) =>
  after?.metadata.namespace === pod.metadata.namespace && claimsOf(pod).includes(after?.metadata.name ?? '');

const named: Hint = ({ after }, pod) =>
  after?.metadata.namespace === pod.metadata.namespace && namedBy(pod).includes(after?.metadata.name ?? '');

/** A pod of its namespace goes that used a claim or a disk of this one. // as isSchedulableAfterPodDeleted */
const shared: Hint = ({ before }, pod) => {
  if (before === null || before.metadata.namespace !== pod.metadata.namespace) return false;
  const used = namedBy(before as Pod);
  const disks = (pod as EnginePod).spec?.volumes ?? [];
  return namedBy(pod).some((claim) => used.includes(claim)) || sharesDisk(disks, placedPod(before));
};

const withClaims: Hint = ({ before }) =>
  before !== null && hasPlace(before as Pod) && claimsOf(before as Pod).length > 0;

function hasPlace(pod: Pod): boolean {
  return (specOf(pod).nodeName ?? '') !== '' || (pod.status?.nominatedNodeName ?? '') !== '';
}

/** An attachment goes: claims that the pod names may be attached in its place. */
const detaches: Hint = (_event, pod) => namedBy(pod).length > 0;

interface CsiNode extends KubernetesObject {
  readonly spec?: {
    readonly drivers?: readonly { readonly name?: string; readonly allocatable?: { readonly count?: number } | null }[];
  };
}

/** A driver can attach more volumes to a node. // as isSchedulableAfterCSINodeUpdated */
const attachesMore: Hint = ({ before, after }) => {
  const limits = (node: CsiNode | null): Map<string, number> =>
    new Map((node?.spec?.drivers ?? []).map(({ name = '', allocatable }) => [name, allocatable?.count ?? 0]));
  const were = limits(before);
  return [...limits(after)].some(([driver, limit]) => limit > (were.get(driver) ?? 0));
};

function migratedOf(node: KubernetesObject | null): string | undefined {
  return ownField(node?.metadata.annotations, 'storage.alpha.kubernetes.io/migrated-plugins');
}

/** A driver of a volume that the pod itself describes says no more how much room there is. */
const tracksNoMore: Hint = ({ before, after }, pod) => {
  const tracks = (driver: KubernetesObject | null): boolean =>
    (driver as { readonly spec?: { readonly storageCapacity?: boolean } } | null)?.spec?.storageCapacity === true;
  return tracks(before) && !tracks(after) && volumesOf(pod).some(({ csi }) => csi?.driver === after?.metadata.name);
};

const changesTopologies: Hint = ({ before, after }) =>
  !equalJson(before?.['allowedTopologies'] ?? [], after?.['allowedTopologies'] ?? []);

/** A class whose claims wait for pods. */
const waits: Hint = ({ after }) => after?.['volumeBindingMode'] === 'WaitForFirstConsumer';

const changesZone: Hint = ({ before, after }) =>
  !equalJson(zonesOf(before as PersistentVolume), zonesOf(after as PersistentVolume));

function zonesOf(volume: PersistentVolume): unknown {
  return volumeTopology(volume).map(({ key, values }) => [key, [...values].sort()]);
}

/** There is room for a larger volume. // as isSchedulableAfterCSIStorageCapacityChange */
const holdsMore: Hint = ({ before, after }) => {
  const [was, is] = [roomOf(before), roomOf(after)];
  if (is === undefined) return false;
  return was === undefined || compareQuantities(requireQuantity(is), requireQuantity(was)) > 0;
};

function roomOf(capacity: KubernetesObject | null): string | undefined {
  return (capacity?.['maximumVolumeSize'] ?? capacity?.['capacity']) as string | undefined;
}

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
  'CSIStorageCapacity Update': holdsMore,
});

export const VOLUME_ZONE = hints({
  'StorageClass Add': waits,
  'Node Add': always,
  'Node UpdateNodeLabel': always,
  'PersistentVolumeClaim Add': named,
  'PersistentVolumeClaim Update': named,
  'PersistentVolume Add': always,
  'PersistentVolume Update': changesZone,
});

export const VOLUME_RESTRICTIONS = hints({
  'AssignedPod Delete': shared,
  'PersistentVolumeClaim Add': named,
  'Node Add': always,
});

export const NODE_VOLUME_LIMITS = hints({
  'CSINode Add': always,
  'CSINode Update': attachesMore,
  'AssignedPod Delete': withClaims,
  'PersistentVolumeClaim Add': own,
  'VolumeAttachment Delete': detaches,
});
