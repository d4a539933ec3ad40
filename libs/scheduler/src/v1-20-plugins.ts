import type { Plugin } from './plugin.js';
import { checkNodeCondition } from './plugins/check-node-condition/plugin.js';
import {
  checkNodeDiskPressure,
  checkNodeMemoryPressure,
  checkNodePidPressure,
} from './plugins/check-node-pressure/plugin.js';
import { defaultBinder } from './plugins/default-binder/plugin.js';
import { defaultPreemption } from './plugins/default-preemption/plugin.js';
import { azureDiskLimits, cinderLimits, ebsLimits, gcePdLimits } from './plugins/in-tree-volume-limits/plugin.js';
import { nodeLabel } from './plugins/node-label/plugin.js';
import { nodeNoExecuteTaints } from './plugins/node-no-execute-taints/plugin.js';
import { nodePreferAvoidPods } from './plugins/node-prefer-avoid-pods/plugin.js';
import { nodeResourceLimits } from './plugins/node-resource-limits/plugin.js';
import { nodeResourcesLeastAllocated } from './plugins/node-resources-least-allocated/plugin.js';
import { nodeResourcesMostAllocated } from './plugins/node-resources-most-allocated/plugin.js';
import { nodeUnschedulable } from './plugins/node-unschedulable/plugin.js';
import { prioritySort } from './plugins/priority-sort/plugin.js';
import { requestedToCapacityRatio } from './plugins/requested-to-capacity-ratio/plugin.js';
import { selectorSpread } from './plugins/selector-spread/plugin.js';
import { serviceAffinity } from './plugins/service-affinity/plugin.js';
import { imageLocality } from './plugins/v1-20/image-locality/plugin.js';
import { interPodAffinity } from './plugins/v1-20/inter-pod-affinity/plugin.js';
import { nodeAffinity } from './plugins/v1-20/node-affinity/plugin.js';
import { nodeName } from './plugins/v1-20/node-name/plugin.js';
import { nodePorts } from './plugins/v1-20/node-ports/plugin.js';
import { nodeResourcesBalancedAllocation } from './plugins/v1-20/node-resources-balanced-allocation/plugin.js';
import { nodeResourcesFit } from './plugins/v1-20/node-resources-fit/plugin.js';
import { nodeVolumeLimits } from './plugins/v1-20/node-volume-limits/plugin.js';
import { podTopologySpread } from './plugins/v1-20/pod-topology-spread/plugin.js';
import { taintToleration } from './plugins/v1-20/taint-toleration/plugin.js';
import { volumeBinding } from './plugins/v1-20/volume-binding/plugin.js';
import { volumeRestrictions } from './plugins/v1-20/volume-restrictions/plugin.js';
import { volumeZone } from './plugins/v1-20/volume-zone/plugin.js';

/**
 * Plugins that kube-scheduler had and v1.34 has no more, under names that are no others': every profile may use them.
 * CheckNodeCondition and the others that are named after predicates never were plugins there.
 */
export const FORMER_PLUGINS: readonly Plugin[] = Object.freeze([
  checkNodeCondition,
  checkNodeDiskPressure,
  checkNodeMemoryPressure,
  checkNodePidPressure,
  nodeLabel,
  nodeNoExecuteTaints,
  nodePreferAvoidPods,
  nodeResourceLimits,
  nodeResourcesLeastAllocated,
  nodeResourcesMostAllocated,
  requestedToCapacityRatio,
  selectorSpread,
  serviceAffinity,
]);

/** The plugins that a Policy is made of: each decides as that of its name in kube-scheduler v1.20. */
export const V1_20_PLUGINS: readonly Plugin[] = Object.freeze([
  ...FORMER_PLUGINS,
  azureDiskLimits,
  cinderLimits,
  defaultBinder,
  defaultPreemption,
  ebsLimits,
  gcePdLimits,
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
  taintToleration,
  volumeBinding,
  volumeRestrictions,
  volumeZone,
]);
