/**
 * Finds volumes for the pod's claims on nodes that can reach them, as VolumeBinding of kube-scheduler v1.34, but
 * without a look at storage capacity, at CSI drivers that serve in-tree volumes, and at ephemeral volumes; and in other
 * words. As kube-scheduler v1.20 VolumeBinding.
 */
import {
  definePlugin,
  reject,
  sameEverywhere,
  type Cycle,
  type NodeFilter,
  type PreparedFilter,
  type Rejection,
} from '../../../plugin.js';
import type { ReadableSnapshot } from '../../../snapshot/index.js';
import { notFound, reachable, StorageView, type PersistentVolumeClaim } from '../../../volumes/index.js';
import { readVolumeBindingArgs, type VolumeBindingArgs } from '../../volume-binding/args.js';
import {
  BIND_CONFLICT,
  findPodVolumes,
  NODE_CONFLICT,
  VOLUME_NOT_FOUND,
  type FindPodVolumes,
  type VolumeRules,
} from '../../volume-binding/find-pod-volumes.js';
import { sortedClaims, type PodVolumeClaims } from '../../volume-binding/pod-volume-claims.js';
import { volumePatches } from '../../volume-binding/volume-patches.js';

const UNRESOLVABLE = 'UnschedulableAndUnresolvable';
const OLD_WORDS: ReadonlyMap<string, string> = new Map([
  [NODE_CONFLICT, 'node(s) had volume node affinity conflict'],
  [VOLUME_NOT_FOUND, 'pvc(s) bound to non-existent pv(s)'],
]);

/** No driver is known to publish capacities. */
class StorageWithoutCapacities extends StorageView {
  override csiDriver(): undefined {
    return undefined;
  }
}

const RULES: VolumeRules = {
  view: (snapshot) => new StorageWithoutCapacities(snapshot),
  reach: (volume) => ({ isReachable: reachable(volume) }),
};

export const volumeBinding = definePlugin<VolumeBindingArgs>({
  name: 'VolumeBinding',
  reasons: [
    { code: UNRESOLVABLE, text: 'persistentvolumeclaim {} not found' },
    { code: UNRESOLVABLE, text: 'persistentvolumeclaim {} is being deleted' },
    { code: UNRESOLVABLE, text: 'pod has unbound immediate PersistentVolumeClaims' },
    { code: UNRESOLVABLE, text: 'node(s) had volume node affinity conflict' },
    { code: UNRESOLVABLE, text: BIND_CONFLICT },
    { code: UNRESOLVABLE, text: 'pvc(s) bound to non-existent pv(s)' },
    { code: 'Error', text: 'VolumeBindingMode not set for StorageClass {}' },
    { code: 'Error', text: 'error creating internal label selector for claim: {}' },
  ],
  readArgs: readVolumeBindingArgs,
  preFilter(cycle): PreparedFilter | Rejection {
    const claims = podClaims(cycle);
    if (claims === null) return sameEverywhere(cycle.snapshot, 0);
    return 'kind' in claims ? claims : { kind: 'filter', filter: volumesFilter(cycle, claims) };
  },
  reserve(cycle, row) {
    const claims = podClaims(cycle);
    const node = cycle.snapshot.nodes[row];
    if (claims === null || 'kind' in claims || node === undefined) return [];
    const found = volumesOn(claims, cycle.snapshot)(node);
    return 'error' in found ? [] : volumePatches(found, node.name);
  },
  preBind: () => [],
});

function volumesOn(claims: PodVolumeClaims, snapshot: ReadableSnapshot): FindPodVolumes {
  return findPodVolumes(claims, snapshot, RULES);
}

function volumesFilter({ snapshot, status }: Cycle<VolumeBindingArgs>, claims: PodVolumeClaims): NodeFilter {
  const find = volumesOn(claims, snapshot);
  return (row) => {
    const node = snapshot.nodes[row];
    if (node === undefined) return 0;
    const found = find(node);
    if ('error' in found) return status('Error', found.error);
    const reasons = found.reasons.map((reason) => OLD_WORDS.get(reason) ?? reason);
    return reasons.length === 0 ? 0 : status(UNRESOLVABLE, ...reasons);
  };
}

/** The claims of the pod's volumes, or why the pod is turned down; null where it names none. */
function podClaims({ pod, snapshot }: Cycle<VolumeBindingArgs>): PodVolumeClaims | Rejection | null {
  const storage = RULES.view(snapshot);
  const claims: PersistentVolumeClaim[] = [];
  for (const { persistentVolumeClaim } of pod.pod.spec?.volumes ?? []) {
    if (!persistentVolumeClaim) continue;
    const name = persistentVolumeClaim.claimName ?? '';
    const claim = storage.claim(pod.namespace, name);
    if (claim === undefined) return reject(UNRESOLVABLE, notFound('persistentvolumeclaim', name));
    if (claim.metadata?.deletionTimestamp)
      return reject(UNRESOLVABLE, `persistentvolumeclaim ${JSON.stringify(name)} is being deleted`);
    claims.push(claim);
  }
  return claims.length === 0 ? null : sortedClaims(claims, storage);
}
