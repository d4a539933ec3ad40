import {
  compileNodeSelector,
  compileNodeSelectorTerm,
  labelValue,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type SelectableNode,
} from '#kubernetes';
import { requiredTerms, type NodeAffinity } from '#scheduler';
import type { Change, Pair, SetNodeLabel } from '../pair/index.js';
import type { Cause } from './explainer.js';

/** NodeName: the pod asks for another node. */
export function explainNodeName({ pod }: Pair): readonly Cause[] {
  return [
    {
      text: `the pod asks for node ${pod.spec?.nodeName ?? ''} by name`,
      options: [[{ kind: 'removePodRequirement', field: 'spec.nodeName', key: null }]],
    },
  ];
}

/** NodeAffinity: one cause a label of the node selector, one for the pod's terms, one for those of the profile. */
export function explainNodeAffinity(pair: Pair): readonly Cause[] {
  const node = { name: pair.nodeName, labels: pair.node.metadata?.labels ?? {} };
  const { nodeSelector, affinity } = pair.pod.spec ?? {};
  const selected = Object.entries(nodeSelector ?? {})
    .filter(([key, value]) => labelValue(node.labels, key) !== value)
    .map(([label, value]): Cause => ({
      text: `the node selector asks for ${label}=${value}, the node has ${shown(node, label)}`,
      options: [
        [{ kind: 'setNodeLabel', node: node.name, label, value }],
        [{ kind: 'removePodRequirement', field: 'spec.nodeSelector', key: label }],
      ],
    }));
  const own = termsCause(node, requiredTerms(affinity?.nodeAffinity), "the pod's required node affinity");
  const added = termsCause(node, requiredTerms(addedAffinity(pair)), 'the node affinity that the profile adds');
  const removal: Change = { kind: 'removePodRequirement', field: 'spec.affinity.nodeAffinity', key: null };
  return [...selected, ...own.map((cause) => ({ ...cause, options: [...cause.options, [removal]] })), ...added];
}

function addedAffinity({ profile }: Pair): NodeAffinity | null | undefined {
  const bound = profile.points.filter.find(({ plugin }) => plugin.name === 'NodeAffinity');
  return (bound?.args as { readonly addedAffinity?: NodeAffinity | null } | undefined)?.addedAffinity;
}

/** Terms are alternatives: each that labels can meet is an option. */
function termsCause(node: SelectableNode, terms: readonly NodeSelectorTerm[] | null, what: string): readonly Cause[] {
  if (terms === null || compileNodeSelector(terms)(node)) return [];
  const options = terms.flatMap((term) => {
    const labels = labelsFor(node, term);
    return labels === null ? [] : [labels];
  });
  return [{ text: `${what} matches no label of the node that it must`, options }];
}

/** The labels that make the node match; null where none do: it is the name that does not, or the term contradicts. */
function labelsFor(node: SelectableNode, term: NodeSelectorTerm): readonly SetNodeLabel[] | null {
  const changes = (term.matchExpressions ?? [])
    .filter((expression) => !matches(node, { matchExpressions: [expression] }))
    .map(({ key, ...expression }): SetNodeLabel => ({
      kind: 'setNodeLabel',
      node: node.name,
      label: key,
      value: valueFor(expression),
    }));
  const labels = Object.fromEntries(Object.entries(node.labels ?? {}));
  for (const { label, value } of changes) {
    if (value === null) Reflect.deleteProperty(labels, label);
    else labels[label] = value;
  }
  return changes.length > 0 && matches({ ...node, labels }, term) ? changes : null;
}

function matches(node: SelectableNode, term: NodeSelectorTerm): boolean {
  const matcher = compileNodeSelectorTerm(term);
  return typeof matcher === 'function' && matcher(node);
}

/** A value that meets the expression; null: no label does. */
function valueFor({ operator, values: [first = ''] = [] }: Omit<NodeSelectorRequirement, 'key'>): string | null {
  switch (operator) {
    case 'In':
      return first;
    case 'Exists':
      return 'true';
    case 'Gt':
      return String(Number(first) + 1);
    case 'Lt':
      return String(Number(first) - 1);
    default:
      return null;
  }
}

function shown({ labels }: SelectableNode, key: string): string {
  const value = labelValue(labels, key);
  return value === undefined ? 'no such label' : `${key}=${value}`;
}
