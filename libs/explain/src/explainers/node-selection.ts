import { setField } from '#json';
import {
  compileNodeSelector,
  compileNodeSelectorTerm,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  type SelectableNode,
} from '#kubernetes';
import { labelValue } from '#apimachinery';
import { requiredTerms, type NodeAffinity } from '#scheduler';
import { labelValuesFor, type Change, type Pair, type RemovePodRequirement, type SetNodeLabel } from '../pair/index.js';
import { labelInWords } from '../labels/index.js';
import type { Cause } from './explainer.js';

/** So many combinations of labels are tried for one term. */
const MOST_OPTIONS = 32;

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
  const node = selectable(pair);
  const { nodeSelector, affinity } = pair.pod.spec ?? {};
  const selected = Object.entries(nodeSelector ?? {})
    .filter(([key, value]) => labelValue(node.labels, key) !== value)
    .map(([label, value]): Cause => ({
      text: `the node selector asks for ${label}=${value}, the node has ${shown(node, label)}`,
      options: [
        ...(pair.maySet(label) ? [[{ kind: 'setNodeLabel' as const, node: node.name, label, value }]] : []),
        [correction(pair, { kind: 'removePodRequirement', field: 'spec.nodeSelector', key: label })],
      ],
    }));
  const own = termsCause(pair, requiredTerms(affinity?.nodeAffinity), "the pod's required node affinity");
  const added = termsCause(pair, requiredTerms(addedAffinity(pair)), 'the node affinity that the profile adds');
  const removal: Change = { kind: 'removePodRequirement', field: 'spec.affinity.nodeAffinity', key: null };
  return [...selected, ...own.map((cause) => ({ ...cause, options: [...cause.options, [removal]] })), ...added];
}

/** A label that the pod asks for by a slip need not go: the one that it means would do. */
function correction(pair: Pair, removal: RemovePodRequirement): RemovePodRequirement {
  const meant = pair.meantBy(removal.key ?? '');
  return meant === undefined ? removal : { ...removal, meant: labelInWords(meant) };
}

function addedAffinity({ profile }: Pair): NodeAffinity | null | undefined {
  const bound = profile.points.filter.find(({ plugin }) => plugin.name === 'NodeAffinity');
  return (bound?.args as { readonly addedAffinity?: NodeAffinity | null } | undefined)?.addedAffinity;
}

/** Terms are alternatives: each that labels can meet is an option, with each of the values that meet it. */
function termsCause(pair: Pair, terms: readonly NodeSelectorTerm[] | null, what: string): readonly Cause[] {
  const node = selectable(pair);
  if (terms === null || compileNodeSelector(terms)(node)) return [];
  const found = terms.map((term) => labelsFor(pair, term));
  return [
    {
      text: `${what} matches no label of the node that it must`,
      options: found.flatMap(({ options }) => options),
      ...(found.some(({ isCut }) => isCut) && { hasMore: true as const }),
    },
  ];
}

interface Labels {
  readonly options: readonly (readonly SetNodeLabel[])[];
  readonly isCut: boolean;
}

/** The labels that make the node match; none where none do: its name does not, or a label says what the node is. */
function labelsFor(pair: Pair, term: NodeSelectorTerm): Labels {
  const node = selectable(pair);
  const all = term.matchExpressions ?? [];
  const byKey = new Map(all.map(({ key }) => [key, all.filter((one) => one.key === key)]));
  const failing = [...byKey].filter(([, matchExpressions]) => !matches(node, { matchExpressions }));
  if (failing.length === 0 || failing.some(([key]) => !pair.maySet(key))) return { options: [], isCut: false };
  let options: readonly (readonly SetNodeLabel[])[] = [[]];
  let isCut = false;
  for (const [label, matchExpressions] of failing) {
    const known = labelValuesFor(pair, label);
    const values = [...new Set([...matchExpressions.flatMap(valuesOf), ...known.values])].filter((value) =>
      matches(labelled(node, [{ label, value }]), { matchExpressions }),
    );
    options = options.flatMap((before) =>
      values.map((value) => [...before, { kind: 'setNodeLabel' as const, node: node.name, label, value }]),
    );
    isCut ||= known.isCut || options.length > MOST_OPTIONS;
    options = options.slice(0, MOST_OPTIONS);
  }
  return { options: options.filter((changes) => matches(labelled(node, changes), term)), isCut };
}

function labelled(node: SelectableNode, changes: readonly Pick<SetNodeLabel, 'label' | 'value'>[]): SelectableNode {
  const labels = Object.fromEntries(Object.entries(node.labels ?? {}));
  for (const { label, value } of changes) {
    if (value === null) Reflect.deleteProperty(labels, label);
    else setField(labels, label, value);
  }
  return { ...node, labels };
}

function selectable({ nodeName, node }: Pair): SelectableNode {
  return { name: nodeName, labels: node.metadata?.labels ?? {} };
}

function matches(node: SelectableNode, term: NodeSelectorTerm): boolean {
  const matcher = compileNodeSelectorTerm(term);
  return typeof matcher === 'function' && matcher(node);
}

/** Values that the expression names, as far as it names any; null: no label. */
function valuesOf({ operator, values = [] }: NodeSelectorRequirement): readonly (string | null)[] {
  const [first = ''] = values;
  switch (operator) {
    case 'In':
      return values;
    case 'Exists':
      return ['true'];
    case 'Gt':
      return [String(Number(first) + 1)];
    case 'Lt':
      return [String(Number(first) - 1)];
    default:
      return [null];
  }
}

function shown({ labels }: SelectableNode, key: string): string {
  const value = labelValue(labels, key);
  return value === undefined ? 'no such label' : `${key}=${value}`;
}
