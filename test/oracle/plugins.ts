import type { OraclePlugin } from './model.js';
import { dynamicResources } from './plugins/dynamic-resources.js';
import { imageLocality } from './plugins/image-locality.js';
import { interPodAffinity } from './plugins/inter-pod-affinity.js';
import { nodeAffinity } from './plugins/node-affinity.js';
import { nodeName } from './plugins/node-name.js';
import { nodePorts } from './plugins/node-ports.js';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation.js';
import { nodeResourcesFit } from './plugins/node-resources-fit.js';
import { nodeUnschedulable } from './plugins/node-unschedulable.js';
import { nodeVolumeLimits } from './plugins/node-volume-limits.js';
import { podTopologySpread } from './plugins/pod-topology-spread.js';
import { schedulingGates } from './plugins/scheduling-gates.js';
import { taintToleration } from './plugins/taint-toleration.js';
import { volumeBinding } from './plugins/volume-binding.js';
import { volumeRestrictions } from './plugins/volume-restrictions.js';
import { volumeZone } from './plugins/volume-zone.js';

/**
 * Every plugin that answers questions of its own. Those that only order the queue, preempt or bind are in the player.
 */
export const pluginsByName: ReadonlyMap<string, OraclePlugin> = new Map(
  [
    schedulingGates,
    nodeUnschedulable,
    nodeName,
    taintToleration,
    nodeAffinity,
    nodePorts,
    nodeResourcesFit,
    volumeRestrictions,
    nodeVolumeLimits,
    volumeBinding,
    volumeZone,
    podTopologySpread,
    interPodAffinity,
    dynamicResources,
    nodeResourcesBalancedAllocation,
    imageLocality,
  ].map((plugin) => [plugin.name, plugin]),
);
