/**
 * Keeps apart pods that may not share a volume. Disks named in `spec.volumes` (GCE PD, EBS, iSCSI, RBD): by the pods on
 * the node. Claims with access mode ReadWriteOncePod: by all pods of the cluster, so that every node fails while one
 * uses the claim. As kube-scheduler v1.34 VolumeRestrictions.
 */
import {
  definePlugin,
  reject,
  SKIP,
  SKIP_ALWAYS,
  type Cycle,
  type NodeFilter,
  type PreparedFilter,
  type Rejection,
  type Skip,
} from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import { notFound, StorageView } from '../../volumes/index.js';
import { CLAIM_USES } from './claim-uses.js';
import { conflictsWith, isExclusive } from './disk-conflict.js';

const DISK_IN_USE = 'node(s) had no available disk';
const CLAIM_IN_USE =
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
const UNPREPARED = 'cannot read "PreFilterVolumeRestrictions" from cycleState';
const READ_WRITE_ONCE_POD = 'ReadWriteOncePod';

export const volumeRestrictions = definePlugin({
  name: 'VolumeRestrictions',
  reasons: [
    { code: 'UnschedulableAndUnresolvable', text: 'persistentvolumeclaim {} not found' },
    { code: 'Unschedulable', text: DISK_IN_USE },
    { code: 'Unschedulable', text: CLAIM_IN_USE },
  ],
  preFilter: prepare,
  filter(cycle) {
    const unprepared = cycle.status('Error', UNPREPARED);
    return diskFilter(cycle, () => unprepared);
  },
});

function prepare(cycle: Cycle): PreparedFilter | Rejection | Skip {
  const { pod, snapshot, status } = cycle;
  if (!pod.pod.spec?.volumes?.length) return SKIP_ALWAYS;
  const claims = exclusiveClaims(cycle);
  if ('kind' in claims) return claims;
  const claimUses = snapshot.state(CLAIM_USES);
  let uses = [...claims].filter((name) => claimUses.of(pod.namespace, name) > 0).length;
  if (uses === 0 && !pod.pod.spec?.volumes?.some(isExclusive)) return SKIP;
  const inUse = status('Unschedulable', CLAIM_IN_USE);
  return {
    kind: 'filter',
    filter: diskFilter(cycle, () => (uses > 0 ? inUse : 0)),
    addPod: (other) => void (uses += mentions(other, claims)),
    removePod: (other) => void (uses -= mentions(other, claims)),
  };
}

/** The pod's claims that one pod alone may use; a claim that is not there turns the pod down. */
function exclusiveClaims({ pod, snapshot }: Cycle): ReadonlySet<string> | Rejection {
  const storage = new StorageView(snapshot);
  const exclusive = new Set<string>();
  for (const { persistentVolumeClaim } of pod.pod.spec?.volumes ?? []) {
    if (!persistentVolumeClaim) continue;
    const name = persistentVolumeClaim.claimName ?? '';
    const claim = storage.claim(pod.namespace, name);
    if (claim === undefined) return reject('UnschedulableAndUnresolvable', notFound('persistentvolumeclaim', name));
    if (claim.spec?.accessModes?.includes(READ_WRITE_ONCE_POD)) exclusive.add(name);
  }
  return exclusive;
}

/** Upstream compares names alone here: a pod of another namespace counts when its claim has the same name. */
function mentions({ spec: { volumes } }: PlacedPod, claims: ReadonlySet<string>): number {
  return volumes.filter(
    ({ persistentVolumeClaim }) => persistentVolumeClaim && claims.has(persistentVolumeClaim.claimName ?? ''),
  ).length;
}

/** Disks first, then what `otherwise` says. */
function diskFilter({ pod, snapshot, status }: Cycle, otherwise: () => number): NodeFilter {
  const disks = (pod.pod.spec?.volumes ?? []).filter(isExclusive);
  const inUse = status('Unschedulable', DISK_IN_USE);
  return (row) => (disks.length > 0 && conflictsWith(disks, snapshot.pods(row)) ? inUse : otherwise());
}
