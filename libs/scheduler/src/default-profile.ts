/** The scheduler that serves pods which name none. */
export const DEFAULT_SCHEDULER_NAME = 'default-scheduler';

/**
 * The plugins of a profile that says nothing: `multiPoint.enabled`, in order, with weights (0: none given). As
 * kube-scheduler v1.34.1 with its default feature gates.
 */
export const DEFAULT_PLUGINS: readonly (readonly [name: string, weight: number])[] = [
  ['SchedulingGates', 0],
  ['PrioritySort', 0],
  ['NodeUnschedulable', 0],
  ['NodeName', 0],
  ['TaintToleration', 3],
  ['NodeAffinity', 2],
  ['NodePorts', 0],
  ['NodeResourcesFit', 1],
  ['VolumeRestrictions', 0],
  ['NodeVolumeLimits', 0],
  ['VolumeBinding', 0],
  ['VolumeZone', 0],
  ['PodTopologySpread', 2],
  ['InterPodAffinity', 2],
  ['DynamicResources', 0],
  ['DefaultPreemption', 0],
  ['NodeResourcesBalancedAllocation', 1],
  ['ImageLocality', 1],
  ['DefaultBinder', 0],
];
