import { ownField } from '#json';
import type { Condition, KubernetesObject, Pod, Taint } from '#kubernetes';
import { claimOf, foreignClaim } from '#scheduler';
import { isGoing, type ReadableState } from '../../state/index.js';
import { hasEnded } from '../../pods/index.js';
import type { Claim, Volume } from '../volumes/index.js';

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';
const MANAGED = 'volumes.kubernetes.io/controller-managed-attach-detach';

/** A VolumeAttachment as it is stored. */
export interface Attachment extends KubernetesObject {
  readonly spec: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean; readonly attachError?: { readonly message?: string } };
}

/** A node with the volumes that its status lists as attached. */
export interface AttachingNode extends KubernetesObject {
  readonly spec?: { readonly taints?: readonly Taint[] };
  readonly status?: {
    readonly volumesAttached?: readonly AttachedVolume[];
    /** What its kubelet has mounted. */
    readonly volumesInUse?: readonly string[];
    readonly conditions?: readonly Condition[];
  };
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

/** What decides on a node whether volumes are attached, and whether they may be detached. */
export function standingOf(node: AttachingNode): {
  readonly isManaged: boolean;
  readonly inUse: readonly string[];
  readonly isReady: boolean;
  readonly isOutOfService: boolean;
} {
  const { spec, status } = node;
  return {
    isManaged: isManaged(node),
    inUse: status?.volumesInUse ?? [],
    isReady: status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True') === true,
    isOutOfService: spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) === true,
  };
}

/** Why a driver has not attached a volume; undefined where it may still do so. // as verifyAttachmentStatus */
export function failureOf({ metadata, status }: Attachment): string | undefined {
  if (metadata.deletionTimestamp !== undefined) return 'volume attachment is being deleted';
  return status?.attached === true ? undefined : status?.attachError && (status.attachError.message ?? '');
}

/** The attachable volumes of the bound claims of a pod, if it has not ended. // as ProcessPodVolumes */
export function attachableOf(pod: Pod, state: ReadableState): Volume[] {
  if (isOver(pod)) return [];
  const { namespace = '', name, uid = '' } = pod.metadata;
  const { volumes = [] } = pod.spec as { readonly volumes?: readonly Parameters<typeof claimOf>[0][] };
  return volumes.flatMap((one) => {
    const reference = claimOf(one, name);
    const claim = state.get('PersistentVolumeClaim', namespace, reference?.name ?? '') as Claim | undefined;
    if (reference === undefined || claim === undefined || !isBound(claim)) return [];
    if (reference.ephemeral && foreignClaim(claim, { namespace, name, uid }) !== undefined) return [];
    const volume = state.get('PersistentVolume', '', claim.spec.volumeName ?? '') as Volume | undefined;
    return volume !== undefined && isAttachable(volume, state) ? [volume] : [];
  });
}

/** Whether a pod has ended, or goes while nothing of it runs. // as volumeutil.IsPodTerminated */
function isOver(pod: Pod): boolean {
  const lists = (pod.status ?? {}) as Readonly<Record<string, readonly ContainerStatus[] | undefined>>;
  const statuses = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'].flatMap(
    (list) => ownField(lists, list) ?? [],
  );
  const runs = statuses.some(({ state }) => state?.terminated === undefined && state?.waiting === undefined);
  return hasEnded(pod) || (isGoing(pod) && !runs);
}

interface ContainerStatus {
  readonly state?: { readonly terminated?: object; readonly waiting?: object };
}
