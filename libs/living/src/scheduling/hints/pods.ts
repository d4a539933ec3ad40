import { equalJson, ownField } from '#json';
import type { KubernetesObject, Pod } from '#kubernetes';
import { ownTerms, placedPod, type OwnTerm } from '#scheduler';
import { compileRequirements, labelSelectorRequirements } from '#kubernetes';
import type { ReadableState } from '../../state/index.js';
import type { ClusterEvent } from '../cluster-event.js';
import { always, hints, type Hint } from './hint.js';

type Labelled = KubernetesObject | null;

const matchesAll = (terms: readonly OwnTerm[], pod: Labelled): boolean => {
  if (pod === null || terms.length === 0) return false;
  const { namespace = '', labels = {} } = pod.metadata;
  return terms.every((term) => term.matches({ namespace, labels }));
};

const matchesAny = (terms: readonly OwnTerm[], pod: Labelled): boolean =>
  pod !== null && terms.some((term) => matchesAll([term], pod));

function termsOf(
  pod: Pod,
  state: ReadableState,
): { readonly near: readonly OwnTerm[]; readonly apart: readonly OwnTerm[] } {
  const terms = placedPod(pod).terms();
  const namespaces = [...state.list('Namespace')];
  return {
    near: ownTerms(terms.requiredAffinity, namespaces),
    apart: ownTerms(terms.requiredAntiAffinity, namespaces),
  };
}

/** A pod comes to match all terms of the affinity, or stops matching terms of the anti-affinity. */
const companions: Hint = ({ before, after }, pod, state) => {
  const { near, apart } = termsOf(pod, state);
  const comes = after !== null && matchesAll(near, after) && !matchesAll(near, before);
  const leaves = matchesAny(apart, before) && !matchesAny(apart, after);
  return comes || leaves || (after === null && keepsAway(before, pod));
};

/** Whether a pod on a node does not want the other one near: it may go with it. */
function keepsAway(placed: Labelled, pod: Pod): boolean {
  if (placed === null) return false;
  const terms = placedPod(placed).terms();
  return matchesAny(ownTerms(terms.requiredAntiAffinity), pod);
}

/** A node with the topology of a term that the pod could not meet before. */
const topology: Hint = ({ before, after }, pod, state) => {
  const { near, apart } = termsOf(pod, state);
  const at = (node: Labelled, { topologyKey }: OwnTerm): string | undefined =>
    node === null ? undefined : ownField(node.metadata.labels, topologyKey);
  const hasAll = near.length > 0 && near.every((term) => at(after, term) !== undefined);
  if (before === null) return hasAll || near.length === 0;
  if (hasAll && near.some((term) => at(before, term) !== at(after, term))) return true;
  return apart.some((term) => at(before, term) !== at(after, term));
};

export const INTER_POD_AFFINITY = hints({
  'AssignedPod Add': companions,
  'AssignedPod UpdatePodLabel': companions,
  'AssignedPod Delete': companions,
  'UnschedulablePod UpdatePodLabel': always,
  'Node Add': topology,
  'Node UpdateNodeLabel': topology,
});

interface Constraint {
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly labelSelector?: Parameters<typeof labelSelectorRequirements>[0];
}

function hardOnes(pod: Pod): readonly Constraint[] {
  const { topologySpreadConstraints = [] } = pod.spec as { readonly topologySpreadConstraints?: readonly Constraint[] };
  return topologySpreadConstraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
}

/** A pod of its namespace that a selector sees comes, goes, or is relabelled so that this changes. */
const spreads: Hint = ({ before, after }, pod) => {
  const { namespace } = pod.metadata;
  if ((after ?? before)?.metadata.namespace !== namespace) return false;
  const seen = (one: Labelled): readonly boolean[] => hardOnes(pod).map((constraint) => isSeen(constraint, one));
  return !equalJson(seen(before), seen(after));
};

function isSeen({ labelSelector }: Constraint, pod: Labelled): boolean {
  if (pod === null || labelSelector === undefined) return false;
  const read = labelSelectorRequirements(labelSelector);
  return 'requirements' in read && compileRequirements(read.requirements)(pod.metadata.labels);
}

/** A node that has all keys comes, goes, or changes. */
const domains: Hint = ({ before, after, action }: ClusterEvent, pod) => {
  const keys = hardOnes(pod).map(({ topologyKey = '' }) => topologyKey);
  const valuesOf = (node: Labelled): readonly (string | undefined)[] =>
    keys.map((key) => ownField(node?.metadata.labels, key));
  const hasAll = (node: Labelled): boolean => node !== null && valuesOf(node).every((one) => one !== undefined);
  if (action !== 'UpdateNodeLabel') return hasAll(after) || hasAll(before);
  return (hasAll(after) || hasAll(before)) && !equalJson(valuesOf(before), valuesOf(after));
};

export const POD_TOPOLOGY_SPREAD = hints({
  'AssignedPod Add': spreads,
  'AssignedPod UpdatePodLabel': spreads,
  'AssignedPod Delete': spreads,
  'UnschedulablePod UpdatePodLabel': always,
  'UnschedulablePod UpdatePodToleration': always,
  'Node Add': domains,
  'Node Delete': domains,
  'Node UpdateNodeLabel': domains,
  'Node UpdateNodeTaint': domains,
});
