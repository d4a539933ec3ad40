import type { PluginName } from './scenario.js';

/** What kube-scheduler enables through multiPoint when nobody says anything, in its order. */
export const DEFAULT_PLUGINS: readonly PluginName[] = [
  { name: 'SchedulingGates' },
  { name: 'PrioritySort' },
  { name: 'NodeUnschedulable' },
  { name: 'NodeName' },
  { name: 'TaintToleration', weight: 3 },
  { name: 'NodeAffinity', weight: 2 },
  { name: 'NodePorts' },
  { name: 'NodeResourcesFit', weight: 1 },
  { name: 'VolumeRestrictions' },
  { name: 'NodeVolumeLimits' },
  { name: 'VolumeBinding' },
  { name: 'VolumeZone' },
  { name: 'PodTopologySpread', weight: 2 },
  { name: 'InterPodAffinity', weight: 2 },
  { name: 'DynamicResources' },
  { name: 'DefaultPreemption' },
  { name: 'NodeResourcesBalancedAllocation', weight: 1 },
  { name: 'ImageLocality', weight: 1 },
  { name: 'DefaultBinder' },
];

/** Which plugins have something to do at a point. */
export const IMPLEMENTED: Readonly<Record<string, readonly string[]>> = {
  preEnqueue: ['SchedulingGates', 'DynamicResources', 'DefaultPreemption'],
  queueSort: ['PrioritySort'],
  preFilter: [
    'NodeAffinity',
    'NodePorts',
    'NodeResourcesFit',
    'VolumeRestrictions',
    'NodeVolumeLimits',
    'VolumeBinding',
    'VolumeZone',
    'PodTopologySpread',
    'InterPodAffinity',
    'DynamicResources',
  ],
  filter: [
    'NodeUnschedulable',
    'NodeName',
    'TaintToleration',
    'NodeAffinity',
    'NodePorts',
    'NodeResourcesFit',
    'VolumeRestrictions',
    'NodeVolumeLimits',
    'VolumeBinding',
    'VolumeZone',
    'PodTopologySpread',
    'InterPodAffinity',
    'DynamicResources',
  ],
  postFilter: ['DynamicResources', 'DefaultPreemption'],
  preScore: [
    'TaintToleration',
    'NodeAffinity',
    'NodeResourcesFit',
    'VolumeBinding',
    'PodTopologySpread',
    'InterPodAffinity',
    'NodeResourcesBalancedAllocation',
  ],
  score: [
    'TaintToleration',
    'NodeAffinity',
    'NodeResourcesFit',
    'VolumeBinding',
    'PodTopologySpread',
    'InterPodAffinity',
    'NodeResourcesBalancedAllocation',
    'ImageLocality',
  ],
  reserve: ['VolumeBinding', 'DynamicResources'],
};

const CPU_AND_MEMORY = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** Arguments of the plugins that have some, where a profile says nothing. */
export const DEFAULT_ARGS = {
  resources: CPU_AND_MEMORY,
  scoringStrategy: { type: 'LeastAllocated', resources: CPU_AND_MEMORY },
  hardPodAffinityWeight: 1,
  ignorePreferredTermsOfExistingPods: false,
  defaultingType: 'System',
};
