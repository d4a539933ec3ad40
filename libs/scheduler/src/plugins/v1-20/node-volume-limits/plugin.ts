/**
 * Keeps the number of CSI volumes on a node within the limits of its CSINode, or where that gives none for a driver,
 * within the node's allocatable `attachable-volumes-csi-<driver>`. Only claims are looked at, and one that is not there
 * counts not. As kube-scheduler v1.20 NodeVolumeLimits.
 */
import { definePlugin, sameEverywhere, type Cycle, type NodeFilter, type PreparedFilter } from '../../../plugin.js';
import type { PlacedPod, ReadableSnapshot } from '../../../snapshot/index.js';
import {
  inTreePluginNamed,
  StorageView,
  storageClassName,
  type PersistentVolumeClaim,
} from '../../../volumes/index.js';
import { ATTACHABLE_VOLUME_LIMITS } from '../../in-tree-volume-limits/attachable-volumes.js';

const EXCEEDED = 'node(s) exceed max volume count';
const UNNAMED = 'PersistentVolumeClaim had no name';
const NODE_LIMIT = 'attachable-volumes-csi-';

/** CSI volumes by driver and handle; the value is the driver. */
type CsiVolumes = Map<string, string>;

export const nodeVolumeLimits = definePlugin({
  name: 'NodeVolumeLimits',
  reasons: [
    { code: 'Unschedulable', text: EXCEEDED },
    { code: 'Error', text: UNNAMED },
  ],
  filterReach: 'node',
  filter: limitsFilter,
});

function limitsFilter({ pod, snapshot, status }: Cycle): NodeFilter | PreparedFilter {
  const storage = new StorageView(snapshot);
  const exceeded = status('Unschedulable', EXCEEDED);
  const wanted: CsiVolumes = new Map();
  if (!addVolumes({ namespace: pod.namespace, spec: { volumes: pod.pod.spec?.volumes ?? [] } }, storage, wanted))
    return sameEverywhere(snapshot, status('Error', UNNAMED));
  if (wanted.size === 0) return sameEverywhere(snapshot, 0);
  return (row) => {
    const limits = limitsOn(row, snapshot, storage);
    if (limits.size === 0) return 0;
    const attached: CsiVolumes = new Map();
    for (const other of snapshot.pods(row)) if (!addVolumes(other, storage, attached)) return status('Error', UNNAMED);
    const there = perDriver([...attached]);
    const coming = perDriver([...wanted].filter(([volume]) => !attached.has(volume)));
    const isOver = ([driver, count]: [string, number]): boolean =>
      (there.get(driver) ?? 0) + count > (limits.get(driver) ?? Infinity);
    return [...coming].some(isOver) ? exceeded : 0;
  };
}

/** By driver. What the CSINode says goes before what the node says. */
function limitsOn(row: number, snapshot: ReadableSnapshot, storage: StorageView): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const [resource, limit] of snapshot.state(ATTACHABLE_VOLUME_LIMITS).of(row))
    if (resource.startsWith(NODE_LIMIT)) limits.set(resource.slice(NODE_LIMIT.length), limit);
  for (const { name = '', allocatable } of storage.csiNode(snapshot.nodes[row]?.name ?? '')?.spec?.drivers ?? []) {
    const count = allocatable?.count ?? null;
    if (count !== null) limits.set(name, count);
  }
  return limits;
}

function perDriver(volumes: readonly (readonly [volume: string, driver: string])[]): ReadonlyMap<string, number> {
  const drivers = new Map<string, number>();
  for (const [, driver] of volumes) drivers.set(driver, (drivers.get(driver) ?? 0) + 1);
  return drivers;
}

/** False where a volume names no claim. */
function addVolumes(
  { namespace, spec }: Pick<PlacedPod, 'namespace' | 'spec'>,
  storage: StorageView,
  into: CsiVolumes,
): boolean {
  for (const { persistentVolumeClaim } of spec.volumes) {
    if (!persistentVolumeClaim) continue;
    const name = persistentVolumeClaim.claimName ?? '';
    if (name === '') return false;
    const claim = storage.claim(namespace, name);
    if (claim === undefined) continue;
    const { driver, handle } = csiVolumeOf(claim, { storage, key: `${namespace}/${name}` });
    if (driver !== '' && handle !== '') into.set(`${driver}/${handle}`, driver);
  }
  return true;
}

/** A claim without a volume is one of its class's provisioner; in-tree volumes and provisioners are none. */
function csiVolumeOf(
  claim: PersistentVolumeClaim,
  { storage, key }: { readonly storage: StorageView; readonly key: string },
): { readonly driver: string; readonly handle: string } {
  const volume = storage.volume(claim.spec?.volumeName ?? '');
  if (volume !== undefined) {
    const { driver = '', volumeHandle = '' } = volume.spec?.csi ?? {};
    return { driver, handle: volumeHandle };
  }
  const provisioner = storage.storageClass(storageClassName(claim))?.provisioner ?? '';
  return { driver: inTreePluginNamed(provisioner) === undefined ? provisioner : '', handle: `\u0000${key}` };
}
