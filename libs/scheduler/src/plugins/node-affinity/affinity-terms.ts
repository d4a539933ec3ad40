import { compileNodeSelector, compileNodeSelectorTerm, isEmptyTerm, labelValue, type NodeMatcher, type NodeSelectorTerm } from '#kubernetes';
import type { NodeAffinity, Pod, PodSpec, PreferredSchedulingTerm } from '../../objects.js';

/** Weighted terms, compiled. */
export type WeightedMatcher = { readonly weight: number; readonly matches: NodeMatcher };

/** `nodeSelector` and the required terms of a pod. As component-helpers v1.34 GetRequiredNodeAffinity. */
export function requiredMatcher(pod: Pod): NodeMatcher {
  const selector = selectorMatcher(pod.spec?.nodeSelector);
  const terms = requiredTerms(pod.spec?.affinity?.nodeAffinity);
  if (terms === null) return selector;
  const affinity = compileNodeSelector(terms);
  return (node) => selector(node) && affinity(node);
}

/** The required terms; null where there is no requirement at all (an empty list is one that nothing meets). */
export function requiredTerms(affinity: NodeAffinity | null | undefined): readonly NodeSelectorTerm[] | null {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required ? (required.nodeSelectorTerms ?? []) : null;
}

/** Preferred terms, or what is wrong with them. Terms without weight or content are left out unread, as upstream. */
export function preferredMatchers(terms: readonly PreferredSchedulingTerm[]): readonly WeightedMatcher[] | { readonly problem: string } {
  const matchers: WeightedMatcher[] = [];
  const problems: string[] = [];
  terms.forEach(({ weight = 0, preference = {} }, index) => {
    if (weight === 0 || isEmptyTerm(preference)) return;
    const compiled = compileNodeSelectorTerm(preference);
    if (typeof compiled === 'function') matchers.push({ weight, matches: compiled });
    else problems.push(...compiled.map(({ field, message }) => `[${index}].${field}: ${message}`));
  });
  if (problems.length === 0) return matchers;
  return { problem: problems.length === 1 ? (problems[0] ?? '') : `[${problems.join(', ')}]` };
}

/**
 * The only nodes that can meet the terms: where every term names nodes (`matchFields` metadata.name In), the union over terms of
 * what their names have in common. Null where some term names none.
 */
export function namedNodes(terms: readonly NodeSelectorTerm[]): ReadonlySet<string> | null {
  const union = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const lists = matchFields.filter(({ key, operator }) => key === 'metadata.name' && operator === 'In').map(({ values = [] }) => values);
    const [first, ...others] = lists;
    if (first === undefined) return null;
    for (const name of first) if (others.every((list) => list.includes(name))) union.add(name);
  }
  return union;
}

/** Every label must be there with its value. Values that are no label values are not refused, as upstream: they match nothing. */
function selectorMatcher(selector: PodSpec['nodeSelector']): NodeMatcher {
  const wanted = Object.entries(selector ?? {});
  return ({ labels }) => wanted.every(([key, value]) => labelValue(labels, key) === value);
}
