import { ownField } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import type { ReadableState } from '../../state/index.js';
import { claimNamesOf, hasEnded } from '../../pods/index.js';
import type { Claim, Volume } from '../volumes/index.js';

const MANAGED = 'volumes.kubernetes.io/controller-managed-attach-detach';

/** A VolumeAttachment as it is stored. */
export interface Attachment extends KubernetesObject {
  readonly spec: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean };
}

/** A node with the volumes that its status lists as attached. */
export interface AttachingNode extends KubernetesObject {
  readonly status?: { readonly volumesAttached?: readonly AttachedVolume[] };
}

interface AttachedVolume {
  readonly name?: string;
  readonly devicePath?: string;
}

/** Whether the controller attaches for a node: its kubelet has given that away. */
export function isManaged({ metadata: { annotations } }: KubernetesObject): boolean {
  return ownField(annotations, MANAGED) === 'true';
}

export function isBound(claim: KubernetesObject): boolean {
  return (claim as Claim).status?.phase === 'Bound';
}

/** The volume that an attachment is of. */
export function volumeOf({ spec: { source } }: Attachment): string {
  return source?.persistentVolumeName ?? '';
}

/** As a node calls a CSI volume. // as GetUniqueVolumeName */
export function uniqueName({ spec: { csi } }: Volume): string {
  return `kubernetes.io/csi/${csi?.driver ?? ''}^${csi?.volumeHandle ?? ''}`;
}

/** Whether several nodes may have a volume at once. // as IsMultiAttachAllowed */
export function isShared({ spec: { accessModes } }: Volume): boolean {
  const modes = accessModes ?? [];
  return modes.length === 0 || modes.some((mode) => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany');
}

/** Whether a volume has to be attached before a node can use it: that of a driver that does not say otherwise. */
export function isAttachable({ spec: { csi } }: Volume, state: ReadableState): boolean {
  if (!csi) return false;
  const driver = state.get('CSIDriver', '', csi.driver ?? '') as
    { readonly spec?: { readonly attachRequired?: boolean } } | undefined;
  return driver?.spec?.attachRequired !== false;
}

/** The attachable volumes of the bound claims of a pod, if it has not ended. // as ProcessPodVolumes */
export function attachableOf(pod: Pod, state: ReadableState): Volume[] {
  if (hasEnded(pod)) return [];
  return claimNamesOf(pod).flatMap((name) => {
    const claim = state.get('PersistentVolumeClaim', pod.metadata.namespace ?? '', name) as Claim | undefined;
    if (claim === undefined || !isBound(claim)) return [];
    const volume = state.get('PersistentVolume', '', claim.spec.volumeName ?? '') as Volume | undefined;
    return volume !== undefined && isAttachable(volume, state) ? [volume] : [];
  });
}
