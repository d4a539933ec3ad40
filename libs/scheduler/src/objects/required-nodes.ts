import { compileNodeSelector, type NodeMatcher, type NodeSelectorTerm } from '#kubernetes';
import { labelValue } from '#apimachinery';
import type { NodeAffinity, Pod, PodSpec } from './objects.js';

/** The required terms; null where there is no requirement at all (an empty list is one that nothing meets). */
export function requiredTerms(affinity: NodeAffinity | null | undefined): readonly NodeSelectorTerm[] | null {
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required ? (required.nodeSelectorTerms ?? []) : null;
}

/**
 * The nodes that a pod asks for by `spec.nodeSelector` and the required terms of its node affinity. Terms that cannot
 * be read match no node. As component-helpers v1.34 GetRequiredNodeAffinity.
 */
export function requiredNodes(pod: Pod): NodeMatcher {
  const selector = selectorMatcher(pod.spec?.nodeSelector);
  const terms = requiredTerms(pod.spec?.affinity?.nodeAffinity);
  if (terms === null) return selector;
  const affinity = compileNodeSelector(terms);
  return (node) => selector(node) && affinity(node);
}

/**
 * Every label must be there with its value. Values that are no label values are not refused, as
 * upstream: they match nothing.
 */
function selectorMatcher(selector: PodSpec['nodeSelector']): NodeMatcher {
  const wanted = Object.entries(selector ?? {});
  return ({ labels }) => wanted.every(([key, value]) => labelValue(labels, key) === value);
}
