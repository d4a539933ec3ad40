import { equalJson, ownField } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import { interPodAffinity, placedPod, type OwnTerm } from '#scheduler';
import { compileRequirements, labelSelectorRequirements } from '#apimachinery';
import { specOf, type ClusterEvent } from '../cluster-event.js';
import { hints, type Hint } from './hint.js';

type Labelled = KubernetesObject | null;

/** Of no terms none is matched. Namespaces are asked for by name alone. // as podMatchesAllAffinityTerms */
const matchesAll = (terms: readonly OwnTerm[], pod: Labelled): boolean => {
  if (pod === null || terms.length === 0) return false;
  const { namespace = '', labels = {} } = pod.metadata;
  return terms.every((term) => term.matches({ namespace, labels }));
};

function termsOf(pod: Pod): { readonly near: readonly OwnTerm[]; readonly apart: readonly OwnTerm[] } {
  const terms = placedPod(pod).terms();
  return {
    near: interPodAffinity.ownTerms(terms.requiredAffinity),
    apart: interPodAffinity.ownTerms(terms.requiredAntiAffinity),
  };
}

function isPlaced(pod: Labelled): boolean {
  return pod === null || (specOf(pod as Pod).nodeName ?? '') !== '';
}

/**
 * A pod comes to match all terms of the affinity, or stops matching all terms of the anti-affinity. As upstream, which
 * asks the pod that waits alone: one that keeps it away wakes it not when it goes. // as isSchedulableAfterPodChange
 */
const companions: Hint = ({ before, after }, pod) => {
  if (!isPlaced(before) || !isPlaced(after)) return false;
  const { near, apart } = termsOf(pod);
  const comes = matchesAll(near, after) && !matchesAll(near, before);
  return comes || (matchesAll(apart, before) && !matchesAll(apart, after));
};

/** A node comes into a domain of a term, or leaves one that the pod keeps out of. // as isSchedulableAfterNodeChange */
const topology: Hint = ({ before, after }, pod) => {
  const { near, apart } = termsOf(pod);
  const at = (node: Labelled, { topologyKey }: OwnTerm): string | undefined =>
    node === null ? undefined : ownField(node.metadata.labels, topologyKey);
  if (near.some((term) => at(after, term) !== undefined && at(before, term) !== at(after, term))) return true;
  return apart.some(
    (term) => before === null || (at(before, term) !== undefined && at(before, term) !== at(after, term)),
  );
};

export const INTER_POD_AFFINITY = hints({
  'AssignedPod Add': companions,
  'AssignedPod UpdatePodLabel': companions,
  'AssignedPod Delete': companions,
  'Node Add': topology,
  'Node UpdateNodeLabel': topology,
});

interface Constraint {
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly nodeTaintsPolicy?: string;
  readonly labelSelector?: Parameters<typeof labelSelectorRequirements>[0];
}

function hardOnes(pod: Pod): readonly Constraint[] {
  const { topologySpreadConstraints = [] } = pod.spec as { readonly topologySpreadConstraints?: readonly Constraint[] };
  return topologySpreadConstraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
}

/** A pod of its namespace that a selector sees comes, goes, or is relabelled so that this changes. */
const spreads: Hint = ({ before, after }, pod) => {
  const { namespace } = pod.metadata;
  if ((after ?? before)?.metadata.namespace !== namespace || !isPlaced(before) || !isPlaced(after)) return false;
  return changesSight(pod, before, after);
};

/** The pod itself is relabelled so. */
const spreadsItself: Hint = ({ before, after }, pod) => changesSight(pod, before, after);

function changesSight(pod: Pod, before: Labelled, after: Labelled): boolean {
  const seen = (one: Labelled): readonly boolean[] => hardOnes(pod).map((constraint) => isSeen(constraint, one));
  return !equalJson(seen(before), seen(after));
}

function isSeen({ labelSelector }: Constraint, pod: Labelled): boolean {
  if (pod === null || labelSelector === undefined) return false;
  const read = labelSelectorRequirements(labelSelector);
  return 'requirements' in read && compileRequirements(read.requirements)(pod.metadata.labels);
}

/** Its tolerations decide which nodes count. */
const asksTaints: Hint = (_event, pod) => hardOnes(pod).some(({ nodeTaintsPolicy }) => nodeTaintsPolicy === 'Honor');

/** A node that has all keys comes or goes; one comes to have them, loses one, or has others, or other taints. */
const domains: Hint = ({ before, after }: ClusterEvent, pod) => {
  const keys = hardOnes(pod).map(({ topologyKey = '' }) => topologyKey);
  const valuesOf = (node: Labelled): readonly (string | undefined)[] =>
    keys.map((key) => ownField(node?.metadata.labels, key));
  const hasAll = (node: Labelled): boolean => node !== null && valuesOf(node).every((one) => one !== undefined);
  if (before === null || after === null || hasAll(before) !== hasAll(after)) return hasAll(after) || hasAll(before);
  const isSame = equalJson(valuesOf(before), valuesOf(after)) && equalJson(taintsOf(before), taintsOf(after));
  return hasAll(after) && !isSame;
};

function taintsOf(node: KubernetesObject): readonly unknown[] {
  return (node as { readonly spec?: { readonly taints?: readonly unknown[] } }).spec?.taints ?? [];
}

export const POD_TOPOLOGY_SPREAD = hints({
  'AssignedPod Add': spreads,
  'AssignedPod UpdatePodLabel': spreads,
  'AssignedPod Delete': spreads,
  'UnschedulablePod UpdatePodLabel': spreadsItself,
  'UnschedulablePod UpdatePodToleration': asksTaints,
  'Node Add': domains,
  'Node Delete': domains,
  'Node UpdateNodeLabel': domains,
  'Node UpdateNodeTaint': domains,
});
