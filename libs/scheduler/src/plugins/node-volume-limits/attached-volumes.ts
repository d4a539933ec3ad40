import type { PlacedSpec, Volume } from '../../objects/index.js';
import {
  claimOf,
  countsAsCsi,
  foreignClaim,
  inlineCsiVolume,
  inTreePluginNamed,
  inTreePluginOf,
  notFound,
  persistentCsiVolume,
  storageClassName,
  type ClaimingPod,
  type CsiNode,
  type CsiVolume,
  type PersistentVolumeClaim,
  type StorageView,
  type Untranslatable,
} from '../../volumes/index.js';

/** A pod with its volumes: one that is to be placed, or one that is on the node. */
export interface AttachingPod extends ClaimingPod {
  readonly spec: PlacedSpec;
}

/** CSI volumes by what makes them one volume: driver and handle. The value is the driver. */
export type AttachedVolumes = Map<string, string>;

/** Why volumes cannot be counted. `missing`: a claim of the pod that is to be placed is not there. */
export interface Uncountable {
  readonly problem: string;
  readonly missing: boolean;
}

/** What the counting of a node's volumes works with. */
export interface CountingScope {
  readonly storage: StorageView;
  readonly csiNode: CsiNode | undefined;
  /**
   * The pod is to be placed: its claims must be there. On pods that are there already, a missing claim is passed over.
   */
  readonly isNew: boolean;
}

/** Adds the CSI volumes of a pod to `attached`. As kube-scheduler v1.34 filterAttachableVolumes. */
export function attachVolumes(pod: AttachingPod, scope: CountingScope, attached: AttachedVolumes): Uncountable | null {
  for (const volume of pod.spec.volumes) {
    const csi = csiVolumeOf(volume, pod, scope);
    if (csi === null) continue;
    if ('problem' in csi) return csi;
    // A claim's volume without driver or handle is not counted; an inline one has both.
    attached.set(uniqueName(csi), csi.driver);
  }
  return null;
}

/** What makes two volumes one. As kube-scheduler v1.34 getVolumeUniqueName. */
export function uniqueName({ driver, handle }: CsiVolume): string {
  return `${driver}/${handle}`;
}

function csiVolumeOf(volume: Volume, pod: AttachingPod, scope: CountingScope): CsiVolume | Uncountable | null {
  const reference = claimOf(volume, pod.name);
  if (reference === undefined) return inlineVolume(volume, scope);
  if (reference.name === '') return { problem: 'PersistentVolumeClaim had no name', missing: false };
  const claim = scope.storage.claim(pod.namespace, reference.name);
  const key = `${pod.namespace}/${reference.name}`;
  if (claim === undefined) {
    if (!scope.isNew) return null;
    return { problem: `looking up PVC ${key}: ${notFound('persistentvolumeclaim', reference.name)}`, missing: true };
  }
  const foreign = reference.ephemeral ? foreignClaim(claim, pod) : undefined;
  if (foreign !== undefined) return { problem: foreign, missing: false };
  const csi = claimedVolume({ claim, key }, scope);
  return csi === null || csi.driver === '' || csi.handle === '' ? null : csi;
}

/** As kube-scheduler v1.34 checkAttachableInlineVolume. */
function inlineVolume(volume: Volume, { csiNode }: CountingScope): CsiVolume | Uncountable | null {
  const plugin = inTreePluginOf(volume);
  if (plugin === undefined || !countsAsCsi(plugin, csiNode)) return null;
  const csi: CsiVolume | Untranslatable = inlineCsiVolume(volume, plugin);
  return 'problem' in csi
    ? { problem: `converting volume(${volume.name ?? ''}) from inline to csi: ${csi.problem}`, missing: false }
    : csi;
}

interface KeyedClaim {
  readonly claim: PersistentVolumeClaim;
  /** `namespace/name`. */
  readonly key: string;
}

/** The volume that a claim is bound to, or will be. As kube-scheduler v1.34 getCSIDriverInfo. */
function claimedVolume({ claim, key }: KeyedClaim, { storage, csiNode }: CountingScope): CsiVolume | null {
  const volume = storage.volume(claim.spec?.volumeName ?? '');
  if (volume === undefined) return volumeToCome({ claim, key }, { storage, csiNode });
  const { csi } = volume.spec ?? {};
  if (csi) return { driver: csi.driver ?? '', handle: csi.volumeHandle ?? '' };
  const plugin = inTreePluginOf(volume.spec ?? {});
  if (plugin === undefined || !countsAsCsi(plugin, csiNode)) return null;
  const translated = persistentCsiVolume(volume, plugin);
  return 'problem' in translated ? null : translated;
}

/**
 * A claim without a volume counts as one volume of its class's provisioner. Its handle can be no other
 * volume's: upstream puts a random text before it, here it is a character that no handle has. As kube-scheduler
 * v1.34 getCSIDriverInfoFromSC.
 */
function volumeToCome(
  { claim, key }: KeyedClaim,
  { storage, csiNode }: Pick<CountingScope, 'storage' | 'csiNode'>,
): CsiVolume | null {
  const storageClass = storage.storageClass(storageClassName(claim));
  if (storageClass === undefined) return null;
  const provisioner = storageClass.provisioner ?? '';
  const handle = `\u0000${key}`;
  const plugin = inTreePluginNamed(provisioner);
  if (plugin === undefined) return { driver: provisioner, handle };
  return countsAsCsi(plugin, csiNode) ? { driver: plugin.driver, handle } : null;
}
