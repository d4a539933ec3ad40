import type { Pod } from '#kubernetes';
import type { ReadableState } from '../../state/index.js';
import type { ClusterEvent } from '../cluster-event.js';
import { always, hints, type Hints } from './hint.js';
import {
  NODE_AFFINITY,
  NODE_NAME,
  NODE_PORTS,
  NODE_RESOURCES_FIT,
  NODE_UNSCHEDULABLE,
  TAINT_TOLERATION,
} from './nodes.js';
import { INTER_POD_AFFINITY, POD_TOPOLOGY_SPREAD } from './pods.js';
import { NODE_VOLUME_LIMITS, VOLUME_BINDING, VOLUME_RESTRICTIONS, VOLUME_ZONE } from './volumes.js';

/** What helps whom, a line a plugin. A plugin that is not here may be helped by every event. */
const HINTS: ReadonlyMap<string, Hints> = new Map([
  ['DefaultPreemption', hints({})],
  ['InterPodAffinity', INTER_POD_AFFINITY],
  ['NodeAffinity', NODE_AFFINITY],
  ['NodeName', NODE_NAME],
  ['NodePorts', NODE_PORTS],
  ['NodeResourcesFit', NODE_RESOURCES_FIT],
  ['NodeUnschedulable', NODE_UNSCHEDULABLE],
  ['NodeVolumeLimits', NODE_VOLUME_LIMITS],
  ['PodTopologySpread', POD_TOPOLOGY_SPREAD],
  ['SchedulingGates', hints({ 'UnschedulablePod UpdatePodSchedulingGatesEliminated': always })],
  ['TaintToleration', TAINT_TOLERATION],
  ['VolumeBinding', VOLUME_BINDING],
  ['VolumeRestrictions', VOLUME_RESTRICTIONS],
  ['VolumeZone', VOLUME_ZONE],
]);

/**
 * Whether an event may help a pod that these plugins rejected: one of them says so. A plugin that looks at new nodes
 * and not at taints is helped by every change of taints: a node may have come while it was tainted.
 * // as kube-scheduler v1.34 isPodWorthRequeuing and buildQueueingHintMap
 */
export function mayHelp(
  event: ClusterEvent,
  { pod, plugins, state }: { readonly pod: Pod; readonly plugins: readonly string[]; readonly state: ReadableState },
): boolean {
  return plugins.some((plugin) => {
    const known = HINTS.get(plugin);
    if (known === undefined) return true;
    const hint = known.get(`${event.resource} ${event.action}`);
    if (hint !== undefined) return hint(event, pod, state);
    return event.resource === 'Node' && event.action === 'UpdateNodeTaint' && known.has('Node Add');
  });
}
