import type { Plugin } from '../../plugin.js';
import { checkNodeCondition } from '../check-node-condition/plugin.js';
import { checkNodeDiskPressure, checkNodeMemoryPressure, checkNodePidPressure } from '../check-node-pressure/plugin.js';
import { defaultBinder } from '../default-binder/plugin.js';
import { defaultPreemption } from '../default-preemption/plugin.js';
import { azureDiskLimits, cinderLimits, ebsLimits, gcePdLimits } from '../in-tree-volume-limits/plugin.js';
import { nodeLabel } from '../node-label/plugin.js';
import { nodeNoExecuteTaints } from '../node-no-execute-taints/plugin.js';
import { nodePreferAvoidPods } from '../node-prefer-avoid-pods/plugin.js';
import { nodeResourceLimits } from '../node-resource-limits/plugin.js';
import { nodeResourcesLeastAllocated } from '../node-resources-least-allocated/plugin.js';
import { nodeResourcesMostAllocated } from '../node-resources-most-allocated/plugin.js';
import { nodeUnschedulable } from '../node-unschedulable/plugin.js';
import { prioritySort } from '../priority-sort/plugin.js';
import { requestedToCapacityRatio } from '../requested-to-capacity-ratio/plugin.js';
import { selectorSpread } from '../selector-spread/plugin.js';
import { serviceAffinity } from '../service-affinity/plugin.js';
import { imageLocality } from './image-locality/plugin.js';
import { interPodAffinity } from './inter-pod-affinity/plugin.js';
import { nodeAffinity } from './node-affinity/plugin.js';
import { nodeName } from './node-name/plugin.js';
import { nodePorts } from './node-ports/plugin.js';
import { nodeResourcesBalancedAllocation } from './node-resources-balanced-allocation/plugin.js';
import { nodeResourcesFit } from './node-resources-fit/plugin.js';
import { nodeVolumeLimits } from './node-volume-limits/plugin.js';
import { podTopologySpread } from './pod-topology-spread/plugin.js';
import { taintToleration } from './taint-toleration/plugin.js';
import { volumeBinding } from './volume-binding/plugin.js';
import { volumeRestrictions } from './volume-restrictions/plugin.js';
import { volumeZone } from './volume-zone/plugin.js';

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
