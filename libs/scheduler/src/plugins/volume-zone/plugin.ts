/**
 * Keeps pods in the zone and region of the volumes that their claims are bound to: labels of the PersistentVolume,
 * against those of the node; a node without any such label takes all. Ephemeral volumes are not looked at. As
 * kube-scheduler v1.34 VolumeZone.
 */
import { labelValue, type Labels } from '#apimachinery';
import { definePlugin, reject, SKIP, type Cycle, type NodeFilter, type Rejection } from '../../plugin.js';
import { notFound, StorageView, storageClassName, type PersistentVolumeClaim } from '../../volumes/index.js';
import { NODE_TOPOLOGY, volumeTopology, type TopologyRequirement } from './volume-topology.js';

const CONFLICT = 'node(s) had no available volume zone';
const UNRESOLVABLE = 'UnschedulableAndUnresolvable';

export const volumeZone = definePlugin({
  name: 'VolumeZone',
  reasons: [
    { code: UNRESOLVABLE, text: CONFLICT },
    { code: UNRESOLVABLE, text: 'PersistentVolumeClaim had no name' },
    { code: UNRESOLVABLE, text: 'persistentvolumeclaim {} not found' },
    { code: UNRESOLVABLE, text: 'PersistentVolumeClaim had no pv name and storageClass name' },
    { code: UNRESOLVABLE, text: 'storageclass.storage.k8s.io {} not found' },
    { code: UNRESOLVABLE, text: 'VolumeBindingMode not set for StorageClass {}' },
    { code: UNRESOLVABLE, text: 'PersistentVolume had no name' },
    { code: UNRESOLVABLE, text: 'persistentvolume {} not found' },
  ],
  filterReach: 'static',
  preFilter(cycle) {
    const requirements = requirementsOf(cycle);
    if ('kind' in requirements) return requirements;
    return requirements.length === 0 ? SKIP : { kind: 'filter', filter: zoneFilter(cycle, requirements) };
  },
  filter(cycle) {
    const requirements = requirementsOf(cycle);
    if (!('kind' in requirements)) return zoneFilter(cycle, requirements);
    const rejected = cycle.status(requirements.code, ...requirements.reasons);
    return () => rejected;
  },
});

function zoneFilter({ snapshot, status }: Cycle, requirements: readonly TopologyRequirement[]): NodeFilter {
  const { nodes } = snapshot;
  const conflict = status(UNRESOLVABLE, CONFLICT);
  return (row) => {
    const labels = nodes[row]?.labels;
    if (!NODE_TOPOLOGY.some((key) => labelValue(labels, key) !== undefined)) return 0;
    return requirements.every((requirement) => isMet(requirement, labels)) ? 0 : conflict;
  };
}

/** A beta label of the volume may be met by the node's label of the new name. */
function isMet({ key, newKey, values }: TopologyRequirement, labels: Labels): boolean {
  const value = labelValue(labels, key) ?? labelValue(labels, newKey);
  return value !== undefined && values.has(value);
}

/**
 * What the labels of the pod's bound volumes ask for, or why the pod is turned down. As
 * kube-scheduler v1.34 getPVbyPod.
 */
function requirementsOf({ pod, snapshot }: Cycle): readonly TopologyRequirement[] | Rejection {
  const storage = new StorageView(snapshot);
  const requirements: TopologyRequirement[] = [];
  for (const { persistentVolumeClaim } of pod.pod.spec?.volumes ?? []) {
    if (!persistentVolumeClaim) continue;
    const name = persistentVolumeClaim.claimName ?? '';
    if (name === '') return reject(UNRESOLVABLE, 'PersistentVolumeClaim had no name');
    const claim = storage.claim(pod.namespace, name);
    if (claim === undefined) return reject(UNRESOLVABLE, notFound('persistentvolumeclaim', name));
    const volumeName = claim.spec?.volumeName ?? '';
    const refusal = volumeName === '' ? unboundRefusal(claim, storage) : null;
    if (refusal !== null) return reject(UNRESOLVABLE, refusal);
    if (volumeName === '') continue;
    const volume = storage.volume(volumeName);
    if (volume === undefined) return reject(UNRESOLVABLE, notFound('persistentvolume', volumeName));
    requirements.push(...volumeTopology(volume));
  }
  return requirements;
}

/** Why a claim without a volume turns the pod down; null where the volume is chosen with the node. */
function unboundRefusal(claim: PersistentVolumeClaim, storage: StorageView): string | null {
  const className = storageClassName(claim);
  if (className === '') return 'PersistentVolumeClaim had no pv name and storageClass name';
  const storageClass = storage.storageClass(className);
  if (storageClass === undefined) return notFound('storageclass.storage.k8s.io', className);
  const mode = storageClass.volumeBindingMode ?? null;
  if (mode === null) return `VolumeBindingMode not set for StorageClass ${JSON.stringify(className)}`;
  return mode === 'WaitForFirstConsumer' ? null : 'PersistentVolume had no name';
}
