/**
 * Keeps pods in the zone and region of the volumes that their claims are bound to: labels of the PersistentVolume,
 * against those of the node, old and new names apart; a node without any such label takes all. What cannot be judged is
 * an error. As kube-scheduler v1.20 VolumeZone.
 */
import { labelValue } from '#apimachinery';
import { definePlugin, sameEverywhere, type Cycle, type NodeFilter, type PreparedFilter } from '../../../plugin.js';
import { notFound, StorageView, storageClassName, type PersistentVolumeClaim } from '../../../volumes/index.js';
import { NODE_TOPOLOGY, volumeTopology, type TopologyRequirement } from '../../volume-zone/volume-topology.js';

const CONFLICT = 'node(s) had no available volume zone';

export const volumeZone = definePlugin({
  name: 'VolumeZone',
  reasons: [
    { code: 'UnschedulableAndUnresolvable', text: CONFLICT },
    { code: 'Error', text: 'PersistentVolumeClaim had no name' },
    { code: 'Error', text: 'persistentvolumeclaim {} not found' },
    { code: 'Error', text: 'PersistentVolumeClaim had no pv name and storageClass name' },
    { code: 'Error', text: 'StorageClass {} claimed by PersistentVolumeClaim {} not found' },
    { code: 'Error', text: 'VolumeBindingMode not set for StorageClass {}' },
    { code: 'Error', text: 'PersistentVolume had no name' },
    { code: 'Error', text: 'persistentvolume {} not found' },
  ],
  filterReach: 'static',
  filter(cycle): NodeFilter | PreparedFilter {
    const steps = stepsOf(cycle);
    return steps.length === 0 ? sameEverywhere(cycle.snapshot, 0) : zoneFilter(cycle, steps);
  },
});

/** What one claim asks for, or why that cannot be said: the first in the pod's order decides. */
type Step = { readonly problem: string } | { readonly requirement: TopologyRequirement };

function zoneFilter({ snapshot, status }: Cycle, steps: readonly Step[]): NodeFilter {
  const { nodes } = snapshot;
  const conflict = status('UnschedulableAndUnresolvable', CONFLICT);
  return (row) => {
    const labels = nodes[row]?.labels;
    if (!NODE_TOPOLOGY.some((key) => labelValue(labels, key) !== undefined)) return 0;
    for (const step of steps) {
      if ('problem' in step) return status('Error', step.problem);
      if (!step.requirement.values.has(labelValue(labels, step.requirement.key) ?? '')) return conflict;
    }
    return 0;
  };
}

function stepsOf({ pod, snapshot }: Cycle): readonly Step[] {
  const storage = new StorageView(snapshot);
  const steps: Step[] = [];
  for (const { persistentVolumeClaim } of pod.pod.spec?.volumes ?? []) {
    if (!persistentVolumeClaim) continue;
    steps.push(...claimSteps(persistentVolumeClaim.claimName ?? '', { storage, namespace: pod.namespace }));
  }
  return steps;
}

interface Claims {
  readonly storage: StorageView;
  readonly namespace: string;
}

function claimSteps(name: string, { storage, namespace }: Claims): readonly Step[] {
  if (name === '') return [{ problem: 'PersistentVolumeClaim had no name' }];
  const claim = storage.claim(namespace, name);
  if (claim === undefined) return [{ problem: notFound('persistentvolumeclaim', name) }];
  const volumeName = claim.spec?.volumeName ?? '';
  if (volumeName === '') {
    const problem = unboundProblem(claim, storage);
    return problem === null ? [] : [{ problem }];
  }
  const volume = storage.volume(volumeName);
  if (volume === undefined) return [{ problem: notFound('persistentvolume', volumeName) }];
  return volumeTopology(volume).map((requirement) => ({ requirement }));
}

/** Null where the volume is chosen with the node. */
function unboundProblem(claim: PersistentVolumeClaim, storage: StorageView): string | null {
  const className = storageClassName(claim);
  if (className === '') return 'PersistentVolumeClaim had no pv name and storageClass name';
  const storageClass = storage.storageClass(className);
  const quoted = JSON.stringify(className);
  const claimed = JSON.stringify(claim.metadata?.name ?? '');
  if (storageClass === undefined) return `StorageClass ${quoted} claimed by PersistentVolumeClaim ${claimed} not found`;
  const mode = storageClass.volumeBindingMode ?? null;
  if (mode === null) return `VolumeBindingMode not set for StorageClass ${quoted}`;
  return mode === 'WaitForFirstConsumer' ? null : 'PersistentVolume had no name';
}
