/**
 * Keeps the number of EBS, GCE PD, Azure or Cinder disks on a node within its allocatable `attachable-volumes-*`, or
 * within what such nodes take. Counted are the disks that the pods there name, or that their claims are bound to, each
 * once; a claim without a volume counts as one disk where its class makes such disks. As kube-scheduler v1.20
 * nonCSILimits.
 */
import { labelValue, type Labels } from '#apimachinery';
import { definePlugin, sameEverywhere, type Cycle, type NodeFilter, type Plugin } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import { StorageView, type PersistentVolumeClaim } from '../../volumes/index.js';
import { ATTACHABLE_VOLUME_LIMITS } from './attachable-volumes.js';
import { AZURE_DISK, CINDER, EBS, GCE_PD, type LimitedDisk } from './limited-disks.js';

const EXCEEDED = 'node(s) exceed max volume count';
const UNNAMED = 'PersistentVolumeClaim had no name';
const INSTANCE_TYPES = ['node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type'];

export const ebsLimits = limitsOf(EBS);
export const gcePdLimits = limitsOf(GCE_PD);
export const azureDiskLimits = limitsOf(AZURE_DISK);
export const cinderLimits = limitsOf(CINDER);

function limitsOf(disk: LimitedDisk): Plugin {
  return definePlugin({
    name: disk.plugin,
    reasons: [
      { code: 'Unschedulable', text: EXCEEDED },
      { code: 'Error', text: UNNAMED },
    ],
    filterReach: 'node',
    filter: (cycle) => diskFilter(disk, cycle),
  });
}

function diskFilter(
  disk: LimitedDisk,
  { pod, snapshot, status }: Cycle,
): NodeFilter | ReturnType<typeof sameEverywhere> {
  const storage = new StorageView(snapshot);
  const exceeded = status('Unschedulable', EXCEEDED);
  const wanted = new Set<string>();
  if (
    !addDisks(
      disk,
      { namespace: pod.namespace, spec: { volumes: pod.pod.spec?.volumes ?? [] } },
      { storage, into: wanted },
    )
  )
    return sameEverywhere(snapshot, status('Error', UNNAMED));
  if (wanted.size === 0) return sameEverywhere(snapshot, 0);
  const limits = snapshot.state(ATTACHABLE_VOLUME_LIMITS);
  return (row) => {
    const there = new Set<string>();
    for (const other of snapshot.pods(row))
      if (!addDisks(disk, other, { storage, into: there })) return status('Error', UNNAMED);
    const coming = [...wanted].filter((id) => !there.has(id)).length;
    const limit = limits.of(row).get(disk.resource);
    return there.size + coming > (limit ?? disk.most(instanceType(snapshot.nodes[row]?.labels))) ? exceeded : 0;
  };
}

function instanceType(labels: Labels): string {
  return INSTANCE_TYPES.map((key) => labelValue(labels, key)).find((value) => value !== undefined) ?? '';
}

type PodVolumes = Pick<PlacedPod, 'namespace' | 'spec'>;

/** Adds what tells the pod's disks apart; false where a volume names no claim. A claim that is not there counts not. */
function addDisks(
  disk: LimitedDisk,
  { namespace, spec }: PodVolumes,
  { storage, into }: { readonly storage: StorageView; readonly into: Set<string> },
): boolean {
  for (const volume of spec.volumes) {
    const own = disk.idOf(volume);
    if (own !== null) {
      into.add(own);
      continue;
    }
    if (!volume.persistentVolumeClaim) continue;
    const name = volume.persistentVolumeClaim.claimName ?? '';
    if (name === '') return false;
    const claim = storage.claim(namespace, name);
    const id = claim === undefined ? null : claimedDisk(disk, { claim, key: `${namespace}/${name}` }, storage);
    if (id !== null) into.add(id);
  }
  return true;
}

interface KeyedClaim {
  readonly claim: PersistentVolumeClaim;
  /** `namespace/name`. */
  readonly key: string;
}

/** Without a volume it is known by its claim, in a way that is no disk's: upstream puts a random text before it. */
function claimedDisk(disk: LimitedDisk, { claim, key }: KeyedClaim, storage: StorageView): string | null {
  const volume = storage.volume(claim.spec?.volumeName ?? '');
  if (volume !== undefined) return disk.idOf(volume.spec ?? {});
  const storageClass = storage.storageClass(claim.spec?.storageClassName ?? '');
  return storageClass?.provisioner === disk.provisioner ? `\u0000${key}` : null;
}
