import type { Plugin } from './plugin.js';
import { defaultBinder } from './plugins/default-binder/plugin.js';
import { defaultPreemption } from './plugins/default-preemption/plugin.js';
import { dynamicResources } from './plugins/dynamic-resources/plugin.js';
import { imageLocality } from './plugins/image-locality/plugin.js';
import { interPodAffinity } from './plugins/inter-pod-affinity/plugin.js';
import { nodeAffinity } from './plugins/node-affinity/plugin.js';
import { nodeName } from './plugins/node-name/plugin.js';
import { nodePorts } from './plugins/node-ports/plugin.js';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation/plugin.js';
import { nodeResourcesFit } from './plugins/node-resources-fit/plugin.js';
import { nodeUnschedulable } from './plugins/node-unschedulable/plugin.js';
import { nodeVolumeLimits } from './plugins/node-volume-limits/plugin.js';
import { podTopologySpread } from './plugins/pod-topology-spread/plugin.js';
import { prioritySort } from './plugins/priority-sort/plugin.js';
import { schedulingGates } from './plugins/scheduling-gates/plugin.js';
import { taintToleration } from './plugins/taint-toleration/plugin.js';
import { volumeBinding } from './plugins/volume-binding/plugin.js';
import { volumeRestrictions } from './plugins/volume-restrictions/plugin.js';
import { volumeZone } from './plugins/volume-zone/plugin.js';
import { FORMER_PLUGINS } from './plugins/v1-20/v1-20-plugins.js';

/**
 * Every plugin that a profile can name without bringing its own. The order has no meaning: `default-profile.ts` has it.
 */
export const IN_TREE_PLUGINS: readonly Plugin[] = Object.freeze([
  ...FORMER_PLUGINS,
  defaultBinder,
  defaultPreemption,
  dynamicResources,
  imageLocality,
  interPodAffinity,
  nodeAffinity,
  nodeName,
  nodePorts,
  nodeResourcesBalancedAllocation,
  nodeResourcesFit,
  nodeUnschedulable,
  nodeVolumeLimits,
  podTopologySpread,
  prioritySort,
  schedulingGates,
  taintToleration,
  volumeBinding,
  volumeRestrictions,
  volumeZone,
]);
