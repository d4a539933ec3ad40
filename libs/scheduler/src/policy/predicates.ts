/**
 * The predicates of kube-scheduler v1.20 and the plugins that they are, in the order in which they are asked, which
 * is not the order of a Policy. Among them stand those that only older versions know.
 */
const PREDICATES: readonly (readonly [key: string, plugins: readonly string[], isOlder?: 'older'])[] = [
  ['CheckNodeCondition', ['CheckNodeCondition'], 'older'],
  ['CheckNodeUnschedulable', ['NodeUnschedulable']],
  ['GeneralPredicates', ['NodeResourcesFit', 'NodeName', 'NodePorts', 'NodeAffinity']],
  ['HostName', ['NodeName']],
  ['PodFitsHostPorts', ['NodePorts']],
  ['MatchNodeSelector', ['NodeAffinity']],
  ['PodFitsResources', ['NodeResourcesFit']],
  ['NoDiskConflict', ['VolumeRestrictions']],
  ['PodToleratesNodeTaints', ['TaintToleration']],
  ['PodToleratesNodeNoExecuteTaints', ['PodToleratesNodeNoExecuteTaints'], 'older'],
  ['CheckNodeLabelPresence', ['NodeLabel']],
  ['CheckServiceAffinity', ['ServiceAffinity']],
  ['MaxEBSVolumeCount', ['EBSLimits']],
  ['MaxGCEPDVolumeCount', ['GCEPDLimits']],
  ['MaxCSIVolumeCountPred', ['NodeVolumeLimits']],
  ['MaxAzureDiskVolumeCount', ['AzureDiskLimits']],
  ['MaxCinderVolumeCount', ['CinderLimits']],
  ['CheckVolumeBinding', ['VolumeBinding']],
  ['NoVolumeZoneConflict', ['VolumeZone']],
  ['EvenPodsSpread', ['PodTopologySpread']],
  ['CheckNodeMemoryPressure', ['CheckNodeMemoryPressure'], 'older'],
  ['CheckNodePIDPressure', ['CheckNodePIDPressure'], 'older'],
  ['CheckNodeDiskPressure', ['CheckNodeDiskPressure'], 'older'],
  ['MatchInterPodAffinity', ['InterPodAffinity']],
];

const ALIASES: ReadonlyMap<string, string> = new Map([['PodFitsPorts', 'PodFitsHostPorts']]);
const OLDER_ALIASES: ReadonlyMap<string, string> = new Map([
  ['PodFitsHost', 'HostName'],
  ['PodMatchNodeSelector', 'MatchNodeSelector'],
  ['MaxCSIVolumeCount', 'MaxCSIVolumeCountPred'],
]);

/** A Policy cannot leave them out. */
const MANDATORY: readonly string[] = ['PodToleratesNodeTaints', 'CheckNodeUnschedulable'];

/** What a Policy without predicates has. */
export const DEFAULT_PREDICATES: readonly string[] = [
  'NoVolumeZoneConflict',
  'MaxEBSVolumeCount',
  'MaxGCEPDVolumeCount',
  'MaxAzureDiskVolumeCount',
  'MaxCSIVolumeCountPred',
  'MatchInterPodAffinity',
  'NoDiskConflict',
  'GeneralPredicates',
  'PodToleratesNodeTaints',
  'CheckVolumeBinding',
  'CheckNodeUnschedulable',
  'EvenPodsSpread',
];

/** The key of a name that needs no argument; undefined for any other. */
export function predicateKey(name: string, olderNames: boolean): string | undefined {
  const meant = ALIASES.get(name) ?? (olderNames ? OLDER_ALIASES.get(name) : undefined) ?? name;
  return PREDICATES.find(([key, , isOlder]) => key === meant && (olderNames || !isOlder))?.[0];
}

/** The plugins of these predicates and the mandatory ones, each once, in the order in which they filter. */
export function filtersOf(keys: ReadonlySet<string>): readonly string[] {
  const all = new Set([...keys, ...MANDATORY]);
  return [...new Set(PREDICATES.filter(([key]) => all.has(key)).flatMap(([, plugins]) => plugins))];
}

export function predicatePlugins(key: string): readonly string[] {
  return PREDICATES.find(([known]) => known === key)?.[1] ?? [];
}
