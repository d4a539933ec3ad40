import { labelValue } from '#kubernetes';
import { requiredTerms, type Pod, type ReadableSnapshot } from '#scheduler';
import { NodeIdentity, type LabelledNodes } from '../labels/index.js';

/** A kind of node that a pod asks for and that the cluster does not have. */
export interface NodeNeeded {
  /** Labels that say what a node is, and the values of which it would have one. */
  readonly labels: readonly { readonly key: string; readonly values: readonly string[] }[];
  readonly sentence: string;
}

/**
 * What a pod asks for that only another kind of node has: no label of a node that is there makes it one. Null where
 * some node has all of it.
 */
export function nodeNeeded(
  pod: Pod,
  snapshot: { readonly nodes: LabelledNodes; readonly objects: ReadableSnapshot['objects'] },
  identityLabels: readonly string[] = [],
): NodeNeeded | null {
  const identity = new NodeIdentity(snapshot, identityLabels);
  const labels = askedOf(pod).filter(({ key }) => identity.says(key));
  const isThere = snapshot.nodes.some((node) =>
    labels.every(({ key, values }) => values.includes(labelValue(node.labels, key) ?? '')),
  );
  if (labels.length === 0 || isThere) return null;
  const asked = labels.map(({ key, values }) => `${key}=${values.join(' or ')}`);
  return {
    labels,
    sentence:
      `no node has ${asked.join(' and ')}, which says what a node is: a node of that kind is needed, ` +
      'or the pod asks for another one',
  };
}

/** What every node must have that the pod goes to: labels of the selector, and of its terms where there is only one. */
function askedOf({ spec }: Pod): NodeNeeded['labels'] {
  const selected = Object.entries(spec?.nodeSelector ?? {}).map(([key, value]) => ({ key, values: [value] }));
  const terms = requiredTerms(spec?.affinity?.nodeAffinity) ?? [];
  const [only] = terms.length === 1 ? terms : [];
  const required = (only?.matchExpressions ?? []).flatMap(({ key, operator, values }) =>
    operator === 'In' ? [{ key, values: values ?? [] }] : [],
  );
  return [...selected, ...required];
}
