import { ownField } from '#json';
import {
  volumeAnnotations,
  claimOf,
  storageClassName,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type Snapshot,
  type StorageClass,
} from '#scheduler';
import { boundTo, isBound } from './bound-to.js';
import { madeVolume, type VolumeTopology } from './made-volume.js';

/**
 * What the volume controllers do once a pod has a node: volumes that were set aside for its claims are bound, and those
 * that were asked for there are made, so that other pods of the claims go where the volume can be reached. Nothing is
 * done to a snapshot whose changes are to be undone.
 */
export function settleVolumes(snapshot: Snapshot, pod: Pod, nodeName: string): void {
  if (snapshot.isMarked) return;
  const { namespace = '', name = '' } = pod.metadata ?? {};
  for (const volume of pod.spec?.volumes ?? []) {
    const reference = claimOf(volume, name);
    if (reference === undefined) continue;
    const claim = snapshot.object('persistentVolumeClaims', reference.name, namespace) as
      PersistentVolumeClaim | undefined;
    if (claim !== undefined && !isBound(claim)) settle(snapshot, claim, nodeName);
  }
}

function settle(snapshot: Snapshot, claim: PersistentVolumeClaim, nodeName: string): void {
  const volume = reservedVolume(snapshot, claim) ?? provisionedVolume(snapshot, claim, nodeName);
  if (volume === undefined) return;
  const pair = boundTo(claim, volume);
  snapshot.keepPatches();
  snapshot.setObject('persistentVolumes', pair.volume);
  snapshot.setObject('persistentVolumeClaims', pair.claim);
}

/** The volume that the scheduler has set aside for the claim. */
function reservedVolume({ objects }: Snapshot, { metadata }: PersistentVolumeClaim): PersistentVolume | undefined {
  return ((objects.persistentVolumes ?? []) as readonly PersistentVolume[]).find(({ spec }) => {
    const { namespace, name, uid = '' } = spec?.claimRef ?? {};
    return name === metadata?.name && namespace === metadata?.namespace && (uid === '' || uid === metadata?.uid);
  });
}

function provisionedVolume(
  snapshot: Snapshot,
  claim: PersistentVolumeClaim,
  nodeName: string,
): PersistentVolume | undefined {
  if (claim.metadata?.annotations?.[volumeAnnotations.selectedNode] !== nodeName) return undefined;
  const storageClass: StorageClass | undefined = snapshot.object('storageClasses', storageClassName(claim));
  return storageClass && madeVolume(claim, storageClass, topologyAt(snapshot, storageClass, nodeName));
}

interface CsiNodeObject {
  readonly spec?: {
    readonly drivers?: readonly { readonly name?: string; readonly topologyKeys?: readonly string[] | null }[] | null;
  };
}

/** The nodes that are where this one is for the driver, by the keys of its topology; all where it names none. */
function topologyAt(snapshot: Snapshot, { provisioner }: StorageClass, nodeName: string): VolumeTopology {
  const { spec } = (snapshot.object('csiNodes', nodeName) ?? {}) as CsiNodeObject;
  const row = snapshot.rowOf(nodeName);
  const labels = row === undefined ? undefined : snapshot.nodes[row]?.labels;
  const keys = spec?.drivers?.find(({ name }) => name === provisioner)?.topologyKeys ?? [];
  const matchExpressions = keys.flatMap((key) => {
    const value = ownField(labels, key);
    return value === undefined ? [] : [{ key, operator: 'In' as const, values: [value] }];
  });
  return matchExpressions.length === 0 ? [] : [{ matchExpressions }];
}
