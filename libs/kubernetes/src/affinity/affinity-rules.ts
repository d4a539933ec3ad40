import {
  checkChoice,
  checkLabelSelector,
  checkName,
  dnsLabelProblems,
  qualifiedNameProblems,
  type JudgedField,
  type LabelSelector,
} from '#apimachinery';
import { checkNodeSelector, checkNodeSelectorTerm } from '../node-selector/index.js';
import type { Affinity, PodAffinity, PodAffinityTerm, TopologySpreadConstraint } from './affinity.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const ACTIONS: readonly string[] = ['DoNotSchedule', 'ScheduleAnyway'];
const INCLUSION: readonly string[] = ['Honor', 'Ignore'];

/** Node affinity, pod affinity and pod anti-affinity. // as API server v1.34 validateAffinity */
export function checkAffinity({ nodeAffinity, podAffinity, podAntiAffinity }: Affinity, at: JudgedField): void {
  if (nodeAffinity !== undefined) {
    const path = at.child('nodeAffinity');
    const hard = nodeAffinity[REQUIRED];
    if (hard !== undefined) checkNodeSelector(hard, path.child(REQUIRED));
    nodeAffinity[PREFERRED]?.forEach(({ weight, preference = {} }, index) => {
      const term = path.child(PREFERRED).index(index);
      checkWeight(weight, term);
      checkNodeSelectorTerm(preference, term.child('preference'), false);
    });
  }
  if (podAffinity !== undefined) checkPodAffinity(podAffinity, at.child('podAffinity'));
  if (podAntiAffinity !== undefined) checkPodAffinity(podAntiAffinity, at.child('podAntiAffinity'));
}

/** Spread constraints, one a topology key and action. // as API server v1.34 validateTopologySpreadConstraints */
export function checkSpreadConstraints(constraints: readonly TopologySpreadConstraint[], at: JudgedField): void {
  constraints.forEach((constraint, index) => {
    const path = at.index(index);
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', minDomains } = constraint;
    if (maxSkew <= 0) path.child('maxSkew').invalid(maxSkew, 'must be greater than zero');
    if (topologyKey === '') path.child('topologyKey').required('can not be empty');
    if (!ACTIONS.includes(whenUnsatisfiable)) path.child('whenUnsatisfiable').notSupported(whenUnsatisfiable, ACTIONS);
    const repeated = constraints
      .slice(index + 1)
      .some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable);
    if (repeated) path.child('{topologyKey, whenUnsatisfiable}').duplicate(`{${topologyKey}, ${whenUnsatisfiable}}`);
    if (minDomains !== undefined) checkMinDomains(minDomains, whenUnsatisfiable, path.child('minDomains'));
    checkChoice(constraint.nodeAffinityPolicy, INCLUSION, path.child('nodeAffinityPolicy'));
    checkChoice(constraint.nodeTaintsPolicy, INCLUSION, path.child('nodeTaintsPolicy'));
    checkLabelKeys({ labelSelector: constraint.labelSelector, matchLabelKeys: constraint.matchLabelKeys }, path);
    checkLabelSelector(constraint.labelSelector, path.child('labelSelector'));
  });
}

function checkMinDomains(minDomains: number, action: string, at: JudgedField): void {
  if (minDomains <= 0) at.invalid(minDomains, 'must be greater than zero');
  if (action !== 'DoNotSchedule')
    at.invalid(minDomains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`);
}

function checkPodAffinity(affinity: PodAffinity, at: JudgedField): void {
  affinity[REQUIRED]?.forEach((term, index) => checkPodAffinityTerm(term, at.child(REQUIRED).index(index)));
  affinity[PREFERRED]?.forEach(({ weight, podAffinityTerm = {} }, index) => {
    const path = at.child(PREFERRED).index(index);
    checkWeight(weight, path);
    checkPodAffinityTerm(podAffinityTerm, path.child('podAffinityTerm'));
  });
}

function checkPodAffinityTerm(term: PodAffinityTerm, at: JudgedField): void {
  checkLabelSelector(term.labelSelector, at.child('labelSelector'));
  checkLabelSelector(term.namespaceSelector, at.child('namespaceSelector'));
  for (const namespace of term.namespaces ?? []) checkName(namespace, dnsLabelProblems, at.child('namespace'));
  checkLabelKeys(term, at);
  const key = term.topologyKey ?? '';
  if (key === '') at.child('topologyKey').required('can not be empty');
  checkName(key, qualifiedNameProblems, at.child('topologyKey'));
}

interface LabelKeys {
  readonly labelSelector?: LabelSelector | undefined;
  readonly matchLabelKeys?: readonly string[] | undefined;
  readonly mismatchLabelKeys?: readonly string[] | undefined;
}

/**
 * Keys whose values are taken from the pod itself need a selector to be added to. A key of matchLabelKeys is in no
 * other list, and in the selector only as the one requirement that was added for it.
 * // as API server v1.34 validateMatchLabelKeysAndMismatchLabelKeys
 */
function checkLabelKeys(
  { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: LabelKeys,
  at: JudgedField,
): void {
  checkKeyNames(matchLabelKeys, labelSelector, at.child('matchLabelKeys'));
  checkKeyNames(mismatchLabelKeys, labelSelector, at.child('mismatchLabelKeys'));
  if (labelSelector !== undefined) checkNotSelected(matchLabelKeys, labelSelector, at);
  matchLabelKeys.forEach((key, index) => {
    if (mismatchLabelKeys.includes(key))
      at.child('matchLabelKeys').index(index).invalid(key, 'exists in both matchLabelKeys and mismatchLabelKeys');
  });
}

function checkKeyNames(keys: readonly string[], labelSelector: LabelKeys['labelSelector'], at: JudgedField): void {
  if (keys.length > 0 && labelSelector === undefined)
    at.forbidden('must not be specified when labelSelector is not set');
  else keys.forEach((key, index) => checkName(key, qualifiedNameProblems, at.index(index)));
}

/** The path has no field name between the term and the index, as upstream. */
function checkNotSelected(
  keys: readonly string[],
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  at: JudgedField,
): void {
  const selected = new Set(Object.keys(matchLabels));
  for (const { key } of matchExpressions) {
    if (keys.includes(key) && selected.has(key))
      at.index(keys.lastIndexOf(key)).invalid(key, 'exists in both matchLabelKeys and labelSelector');
    selected.add(key);
  }
}

function checkWeight(weight: number | undefined, at: JudgedField): void {
  if (weight === undefined || weight <= 0 || weight > 100)
    at.child('weight').invalid(weight ?? 0, 'must be in the range 1-100');
}
