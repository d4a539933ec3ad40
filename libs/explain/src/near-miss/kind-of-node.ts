import { labelValue } from '#apimachinery';
import { requiredTerms, type Pod, type ReadableSnapshot } from '#scheduler';
import { NodeIdentity, type LabelledNodes, type LabelScope } from '../labels/index.js';

/** A label, with the values that would do; an empty list: each value does. */
interface AskedLabel {
  readonly key: string;
  readonly values: readonly string[];
}

/** A kind of node that a pod asks for and that the cluster does not have. */
export interface NodeNeeded {
  /** Labels that say what a node is, and the values of which it would have one. */
  readonly labels: readonly AskedLabel[];
  readonly sentence: string;
}

/**
 * What a pod asks for that only another kind of node has: no label of a node that is there makes it one. Null where
 * some node has all of it.
 */
export function nodeNeeded(
  pod: Pod,
  snapshot: { readonly nodes: LabelledNodes; readonly objects: ReadableSnapshot['objects'] },
  { identityLabels = [], defaultKeys = [] }: LabelScope = {},
): NodeNeeded | null {
  const identity = new NodeIdentity(snapshot, identityLabels);
  const isAnywhere = (key: string): boolean =>
    snapshot.nodes.some((node) => labelValue(node.labels, key) !== undefined);
  const labels = askedOf(pod, defaultKeys).filter(
    ({ key, values }) => identity.says(key) && (values.length > 0 || !isAnywhere(key)),
  );
  const isThere = snapshot.nodes.some((node) =>
    labels.every(({ key, values }) => {
      const value = labelValue(node.labels, key);
      return value !== undefined && (values.length === 0 || values.includes(value));
    }),
  );
  if (labels.length === 0 || isThere) return null;
  const asked = labels.map(({ key, values }) => (values.length === 0 ? key : `${key}=${values.join(' or ')}`));
  return {
    labels,
    sentence:
      `no node has ${asked.join(' and ')}, which says what a node is: a node of that kind is needed, ` +
      'or the pod asks for another one',
  };
}

/**
 * What every node must have that the pod goes to: labels of the selector, of its terms where there is only one, and
 * those by which it is spread and kept together.
 */
function askedOf({ spec }: Pod, defaultKeys: readonly string[]): NodeNeeded['labels'] {
  const selected = Object.entries(spec?.nodeSelector ?? {}).map(([key, value]) => ({ key, values: [value] }));
  const terms = requiredTerms(spec?.affinity?.nodeAffinity) ?? [];
  const [only] = terms.length === 1 ? terms : [];
  const required = (only?.matchExpressions ?? []).flatMap(({ key, operator, values }) =>
    operator === 'In' ? [{ key, values: values ?? [] }] : [],
  );
  const hard = (spec?.topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
  );
  const near = spec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const named = new Set([...selected, ...required].map(({ key }) => key));
  const keys = [...hard, ...near].flatMap(({ topologyKey }) => topologyKey || []);
  const others = [...new Set([...keys, ...defaultKeys])].filter((key) => !named.has(key));
  return [...selected, ...required, ...others.map((key) => ({ key, values: [] }))];
}
