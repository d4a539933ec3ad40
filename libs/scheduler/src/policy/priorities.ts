/** The priorities of kube-scheduler v1.20 and the plugins that they are, but for SelectorSpreadPriority. */
const PRIORITIES: ReadonlyMap<string, string> = new Map([
  ['BalancedResourceAllocation', 'NodeResourcesBalancedAllocation'],
  ['EvenPodsSpreadPriority', 'PodTopologySpread'],
  ['ImageLocalityPriority', 'ImageLocality'],
  ['InterPodAffinityPriority', 'InterPodAffinity'],
  ['LeastRequestedPriority', 'NodeResourcesLeastAllocated'],
  ['MostRequestedPriority', 'NodeResourcesMostAllocated'],
  ['NodeAffinityPriority', 'NodeAffinity'],
  ['NodeLabel', 'NodeLabel'],
  ['NodePreferAvoidPodsPriority', 'NodePreferAvoidPods'],
  ['RequestedToCapacityRatio', 'RequestedToCapacityRatio'],
  ['ServiceAffinity', 'ServiceAffinity'],
  ['TaintTolerationPriority', 'TaintToleration'],
]);
const OLDER_PRIORITIES: ReadonlyMap<string, string> = new Map([['ResourceLimitsPriority', 'NodeResourceLimits']]);

export const SELECTOR_SPREAD = 'SelectorSpreadPriority';
export const EVEN_PODS_SPREAD = 'EvenPodsSpreadPriority';
export const INTER_POD_AFFINITY = 'InterPodAffinityPriority';
/** Named by a Policy, it is passed over. */
export const EQUAL = 'EqualPriority';
/** Without an argument it is one that only versions before v1.18 know. */
export const REQUESTED_TO_CAPACITY_RATIO = 'RequestedToCapacityRatioPriority';

/** What a Policy without priorities has, with weights. */
export const DEFAULT_PRIORITIES: ReadonlyMap<string, number> = new Map([
  [SELECTOR_SPREAD, 1],
  [INTER_POD_AFFINITY, 1],
  ['LeastRequestedPriority', 1],
  ['BalancedResourceAllocation', 1],
  ['NodePreferAvoidPodsPriority', 10000],
  ['NodeAffinityPriority', 1],
  ['TaintTolerationPriority', 1],
  ['ImageLocalityPriority', 1],
  [EVEN_PODS_SPREAD, 2],
]);

/** The key of a name that needs no argument; undefined for any other. */
export function priorityKey(name: string, olderNames: boolean): string | undefined {
  if (name === 'ServiceSpreadingPriority' || name === SELECTOR_SPREAD) return SELECTOR_SPREAD;
  return PRIORITIES.has(name) || (olderNames && OLDER_PRIORITIES.has(name)) ? name : undefined;
}

/** @param asDefaults SelectorSpreadPriority is done by default topology spread constraints (the gate's default) */
export function priorityPlugin(key: string, asDefaults: boolean): string | undefined {
  if (key === SELECTOR_SPREAD) return asDefaults ? 'PodTopologySpread' : 'SelectorSpread';
  return PRIORITIES.get(key) ?? OLDER_PRIORITIES.get(key);
}
