const LABELS = { labelsPresence: { labels: ['tape'], presence: false } };
const ZONES = { serviceAffinity: { labels: ['zone'] } };
const SPREAD = { serviceAntiAffinity: { label: 'zone' } };
const PREFER = { labelPreference: { label: 'disk', presence: true } };
const RATIO = {
  requestedToCapacityRatioArguments: {
    shape: [{ utilization: 0, score: 10 }],
    resources: [{ name: 'cpu', weight: 1 }],
  },
};

/** Arguments that make a name of a user's own mean something. */
export const POLICY_ARGUMENTS = { LABELS, ZONES, SPREAD, PREFER, RATIO };

/** A name, its key in kube-scheduler v1.20, the plugins that do it, its argument; `older`: only with `olderNames`. */
export type PolicyName = readonly [name: string, key: string, plugins: readonly string[], more?: object | 'older'];

/** Every name of a predicate that there ever was. */
export const POLICY_PREDICATES: readonly PolicyName[] = [
  ['CheckNodeUnschedulable', 'CheckNodeUnschedulable', ['NodeUnschedulable']],
  ['GeneralPredicates', 'GeneralPredicates', ['NodeResourcesFit', 'NodeName', 'NodePorts', 'NodeAffinity']],
  ['HostName', 'HostName', ['NodeName']],
  ['PodFitsHost', 'HostName', ['NodeName'], 'older'],
  ['PodFitsHostPorts', 'PodFitsHostPorts', ['NodePorts']],
  ['PodFitsPorts', 'PodFitsHostPorts', ['NodePorts']],
  ['MatchNodeSelector', 'MatchNodeSelector', ['NodeAffinity']],
  ['PodMatchNodeSelector', 'MatchNodeSelector', ['NodeAffinity'], 'older'],
  ['PodFitsResources', 'PodFitsResources', ['NodeResourcesFit']],
  ['NoDiskConflict', 'NoDiskConflict', ['VolumeRestrictions']],
  ['PodToleratesNodeTaints', 'PodToleratesNodeTaints', ['TaintToleration']],
  ['PodToleratesNodeNoExecuteTaints', 'PodToleratesNodeNoExecuteTaints', ['PodToleratesNodeNoExecuteTaints'], 'older'],
  ['CheckNodeLabelPresence', 'CheckNodeLabelPresence', ['NodeLabel']],
  ['no tapes', 'CheckNodeLabelPresence', ['NodeLabel'], LABELS],
  ['CheckServiceAffinity', 'CheckServiceAffinity', ['ServiceAffinity']],
  ['one zone', 'CheckServiceAffinity', ['ServiceAffinity'], ZONES],
  ['MaxEBSVolumeCount', 'MaxEBSVolumeCount', ['EBSLimits']],
  ['MaxGCEPDVolumeCount', 'MaxGCEPDVolumeCount', ['GCEPDLimits']],
  ['MaxCSIVolumeCountPred', 'MaxCSIVolumeCountPred', ['NodeVolumeLimits']],
  ['MaxCSIVolumeCount', 'MaxCSIVolumeCountPred', ['NodeVolumeLimits'], 'older'],
  ['MaxAzureDiskVolumeCount', 'MaxAzureDiskVolumeCount', ['AzureDiskLimits']],
  ['MaxCinderVolumeCount', 'MaxCinderVolumeCount', ['CinderLimits']],
  ['CheckVolumeBinding', 'CheckVolumeBinding', ['VolumeBinding']],
  ['NoVolumeZoneConflict', 'NoVolumeZoneConflict', ['VolumeZone']],
  ['EvenPodsSpread', 'EvenPodsSpread', ['PodTopologySpread']],
  ['MatchInterPodAffinity', 'MatchInterPodAffinity', ['InterPodAffinity']],
  ['CheckNodeCondition', 'CheckNodeCondition', ['CheckNodeCondition'], 'older'],
  ['CheckNodeMemoryPressure', 'CheckNodeMemoryPressure', ['CheckNodeMemoryPressure'], 'older'],
  ['CheckNodeDiskPressure', 'CheckNodeDiskPressure', ['CheckNodeDiskPressure'], 'older'],
  ['CheckNodePIDPressure', 'CheckNodePIDPressure', ['CheckNodePIDPressure'], 'older'],
];

/** The same of priorities. */
export const POLICY_PRIORITIES: readonly PolicyName[] = [
  ['SelectorSpreadPriority', 'SelectorSpreadPriority', ['PodTopologySpread']],
  ['ServiceSpreadingPriority', 'SelectorSpreadPriority', ['PodTopologySpread']],
  ['InterPodAffinityPriority', 'InterPodAffinityPriority', ['InterPodAffinity']],
  ['LeastRequestedPriority', 'LeastRequestedPriority', ['NodeResourcesLeastAllocated']],
  ['MostRequestedPriority', 'MostRequestedPriority', ['NodeResourcesMostAllocated']],
  ['BalancedResourceAllocation', 'BalancedResourceAllocation', ['NodeResourcesBalancedAllocation']],
  ['NodePreferAvoidPodsPriority', 'NodePreferAvoidPodsPriority', ['NodePreferAvoidPods']],
  ['NodeAffinityPriority', 'NodeAffinityPriority', ['NodeAffinity']],
  ['TaintTolerationPriority', 'TaintTolerationPriority', ['TaintToleration']],
  ['ImageLocalityPriority', 'ImageLocalityPriority', ['ImageLocality']],
  ['EvenPodsSpreadPriority', 'EvenPodsSpreadPriority', ['PodTopologySpread']],
  ['EqualPriority', '', []],
  ['ServiceAntiAffinity', 'ServiceAffinity', ['ServiceAffinity'], SPREAD],
  ['NodeLabelPriority', 'NodeLabel', ['NodeLabel'], PREFER],
  ['RequestedToCapacityRatioPriority', 'RequestedToCapacityRatio', ['RequestedToCapacityRatio'], RATIO],
  ['RequestedToCapacityRatioPriority', 'RequestedToCapacityRatio', ['RequestedToCapacityRatio'], 'older'],
  ['ResourceLimitsPriority', 'ResourceLimitsPriority', ['NodeResourceLimits'], 'older'],
];
