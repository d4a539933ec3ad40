/**
 * Finds volumes for the pod's claims on nodes that can reach them. Bound claims: the volume's node affinity. Claims
 * whose class waits for the first consumer: the smallest free volume that matches, else one that the class can make on
 * the node (provisioner, `allowedTopologies`, CSIStorageCapacity of drivers that publish it). All others must be bound
 * before the pod is tried. Reserve writes who gets which volume; nothing here waits for a volume to be bound. As
 * kube-scheduler v1.34 VolumeBinding with its default feature gates: no score.
 */
import {
  definePlugin,
  reject,
  SKIP_ALWAYS,
  type NodeFilter,
  type PreparedFilter,
  type Rejection,
  type Skip,
  type Cycle,
} from '../../plugin.js';
import { readVolumeBindingArgs, type VolumeBindingArgs } from './args.js';
import {
  BIND_CONFLICT,
  findPodVolumes,
  NODE_CONFLICT,
  NOT_ENOUGH_SPACE,
  VOLUME_NOT_FOUND,
} from './find-pod-volumes.js';
import { podVolumeClaims, type PodVolumeClaims } from './pod-volume-claims.js';
import { volumePatches } from './volume-patches.js';

const UNRESOLVABLE = 'UnschedulableAndUnresolvable';

export const volumeBinding = definePlugin<VolumeBindingArgs>({
  name: 'VolumeBinding',
  reasons: [
    { code: UNRESOLVABLE, text: 'persistentvolumeclaim {} not found' },
    { code: UNRESOLVABLE, text: 'waiting for ephemeral volume controller to create the persistentvolumeclaim {}' },
    { code: UNRESOLVABLE, text: 'persistentvolumeclaim {} bound to non-existent persistentvolume {}' },
    { code: UNRESOLVABLE, text: 'persistentvolumeclaim {} is being deleted' },
    { code: UNRESOLVABLE, text: 'PVC {} was not created for pod {} (pod is not owner)' },
    { code: UNRESOLVABLE, text: 'pod has unbound immediate PersistentVolumeClaims' },
    { code: UNRESOLVABLE, text: NODE_CONFLICT },
    { code: UNRESOLVABLE, text: BIND_CONFLICT },
    { code: UNRESOLVABLE, text: NOT_ENOUGH_SPACE },
    { code: UNRESOLVABLE, text: VOLUME_NOT_FOUND },
    { code: 'Error', text: 'VolumeBindingMode not set for StorageClass {}' },
    { code: 'Error', text: 'could not translate pv: {}' },
    { code: 'Error', text: 'error creating internal label selector for claim: {}' },
  ],
  readArgs: readVolumeBindingArgs,
  preFilter: prepare,
  filter({ status }) {
    const unprepared = status('Error', 'not found');
    return () => unprepared;
  },
  preScore: () => SKIP_ALWAYS,
  score: () => ({ kind: 'score', score: () => 0 }),
  reserve(cycle, row, asked) {
    if (!asked.preFilter) return reject('Error', 'not found');
    // Upstream takes the volumes that its Filter found on the node.
    if (!asked.filter) return [];
    const claims = podVolumeClaims(cycle);
    const node = cycle.snapshot.nodes[row];
    if (claims === null || 'kind' in claims || node === undefined) return [];
    const found = findPodVolumes(claims, cycle.snapshot)(node);
    return 'error' in found ? [] : volumePatches(found, node.name);
  },
  preBind: () => [],
});

function prepare(cycle: Cycle<VolumeBindingArgs>): PreparedFilter | Rejection | Skip {
  const claims = podVolumeClaims(cycle);
  if (claims === null) return SKIP_ALWAYS;
  return 'kind' in claims ? claims : { kind: 'filter', filter: volumesFilter(cycle, claims) };
}

function volumesFilter({ snapshot, status }: Cycle<VolumeBindingArgs>, claims: PodVolumeClaims): NodeFilter {
  const find = findPodVolumes(claims, snapshot);
  return (row) => {
    const node = snapshot.nodes[row];
    if (node === undefined) return 0;
    const found = find(node);
    if ('error' in found) return status('Error', found.error);
    return found.reasons.length === 0 ? 0 : status(UNRESOLVABLE, ...found.reasons);
  };
}
