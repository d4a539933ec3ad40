/**
 * Keeps the number of CSI volumes on a node within `spec.drivers[].allocatable.count` of its CSINode. Counted are the
 * volumes of the pods there, each once, and VolumeAttachments to the node that no pod there accounts for; volumes of
 * in-tree plugins that CSI drivers took over count as theirs. As kube-scheduler v1.34 NodeVolumeLimits.
 */
import { definePlugin, SKIP, type Cycle, type NodeFilter, type StatusId } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import { inTreePluginOf, StorageView } from '../../volumes/index.js';
import { attachVolumes, type AttachedVolumes, type Uncountable } from './attached-volumes.js';
import { ATTACHMENTS } from './attachments.js';
import { attachingPod, countsOf, limitsOf, volumesOf } from './volume-counts.js';

const EXCEEDED = 'node(s) exceed max volume count';

export const nodeVolumeLimits = definePlugin({
  name: 'NodeVolumeLimits',
  reasons: [
    { code: 'Unschedulable', text: EXCEEDED },
    { code: 'UnschedulableAndUnresolvable', text: 'looking up PVC {}: persistentvolumeclaim {} not found' },
    { code: 'Error', text: 'PersistentVolumeClaim had no name' },
    { code: 'Error', text: 'PVC {} was not created for pod {} (pod is not owner)' },
    { code: 'Error', text: 'converting volume({}) from inline to csi: {}' },
  ],
  filterReach: 'node',
  preFilter(cycle) {
    const counted = cycle.pod.pod.spec?.volumes?.some(
      (volume) => volume.persistentVolumeClaim || volume.ephemeral || inTreePluginOf(volume),
    );
    return counted ? { kind: 'filter', filter: limitsFilter(cycle) } : SKIP;
  },
  filter: limitsFilter,
});

function limitsFilter({ pod, snapshot, status }: Cycle): NodeFilter {
  const storage = new StorageView(snapshot);
  const incoming = attachingPod(pod);
  const attachments = snapshot.state(ATTACHMENTS);
  const verdict = ({ problem, missing }: Uncountable): StatusId =>
    status(missing ? 'UnschedulableAndUnresolvable' : 'Error', problem);
  const exceeded = status('Unschedulable', EXCEEDED);
  return (row) => {
    const node = snapshot.nodes[row]?.name ?? '';
    const csiNode = storage.csiNode(node);
    const wanted: AttachedVolumes = new Map();
    const unwantable = attachVolumes(incoming, { storage, csiNode, isNew: true }, wanted);
    if (unwantable !== null) return verdict(unwantable);
    const limits = limitsOf(csiNode);
    if (wanted.size === 0 || limits.size === 0) return 0;
    const pods = snapshot.pods(row);
    const lingering = volumesOf(attachments.of(node), storage);
    const most = mostVolumes(pods);
    if (most !== null && wanted.size + most + lingering.size <= leastLimit(wanted, limits)) return 0;
    const attached: AttachedVolumes = new Map();
    for (const other of pods) {
      const uncountable = attachVolumes(other, { storage, csiNode, isNew: false }, attached);
      if (uncountable !== null) return verdict(uncountable);
    }
    const counts = countsOf({ wanted, attached, attachments: lingering, limits });
    return counts.every(({ limit, attached: there, coming }) => there + coming <= limit) ? 0 : exceeded;
  };
}

/**
 * No fewer than the CSI volumes of these pods; null where they must be looked at, because one may be an
 * error. Most nodes have room even so, and their claims need not be looked up: on 5,000 nodes with 10 claims
 * each that is most of the time.
 */
function mostVolumes(pods: readonly PlacedPod[]): number | null {
  let most = 0;
  for (const { spec } of pods) {
    for (const volume of spec.volumes) {
      const isNamed = Boolean(volume.persistentVolumeClaim?.claimName);
      if (isNamed) most += 1;
      else if (volume.persistentVolumeClaim || volume.ephemeral || inTreePluginOf(volume)) return null;
    }
  }
  return most;
}

/** The smallest limit of a driver that has a wanted volume. */
function leastLimit(wanted: AttachedVolumes, limits: ReadonlyMap<string, number>): number {
  return Math.min(...[...wanted.values()].map((driver) => limits.get(driver) ?? Infinity));
}
