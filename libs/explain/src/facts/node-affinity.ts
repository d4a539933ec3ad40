import { labelValue } from '#apimachinery';
import {
  compileNodeSelector,
  compileNodeSelectorTerm,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
} from '#kubernetes';
import { requiredTerms } from '#scheduler';
import type { Pair } from '../pair/index.js';
import type { Fact } from './fact.js';
import { absentNodes, nodeNameFacts } from './node-names.js';

/** So many alternatives are written out. */
const MOST_TERMS = 3;

/** What the pod's required node affinity asks for and the node has not, by its alternatives. */
export function nodeAffinityFacts(pair: Pair): readonly Fact[] {
  const terms = requiredTerms(pair.pod.spec?.affinity?.nodeAffinity) ?? [];
  const node = { name: pair.nodeName, labels: pair.node.metadata?.labels ?? {} };
  const absent = nodeNameFacts(pair);
  // Nodes that are not there are named as such, and say more than the name of this one.
  const others = terms.filter((term) => absentNodes(pair, [term]).length === 0);
  if (others.length === 0 || compileNodeSelector(terms)(node)) return absent;
  const reported = others.slice(0, MOST_TERMS).map((term) => lackingIn(pair, term));
  const more = others.length > MOST_TERMS ? `, or ${others.length - MOST_TERMS} more alternatives` : '';
  return [...absent, { text: `its required node affinity asks for ${reported.join(', or for ')}${more}` }];
}

/** The parts of an alternative that the node does not meet. */
function lackingIn(pair: Pair, { matchExpressions, matchFields }: NodeSelectorTerm): string {
  const labels = pair.node.metadata?.labels ?? {};
  const node = { name: pair.nodeName, labels };
  const isMet = (term: NodeSelectorTerm): boolean => {
    const matcher = compileNodeSelectorTerm(term);
    return typeof matcher === 'function' && matcher(node);
  };
  const lacking = [
    ...(matchExpressions ?? [])
      .filter((one) => !isMet({ matchExpressions: [one] }))
      .map((one) => `${inWords(one)} (the node has ${shown(labelValue(labels, one.key), one.key)})`),
    ...(matchFields ?? [])
      .filter((one) => !isMet({ matchFields: [one] }))
      .map((one) => `${inWords(one)} (the node is ${pair.nodeName})`),
  ];
  return lacking.length === 0 ? 'nothing (a term without expressions matches no node)' : lacking.join(' and ');
}

function shown(value: string | undefined, key: string): string {
  return value === undefined ? 'no such label' : `${key}=${value}`;
}

function inWords({ key, operator, values }: NodeSelectorRequirement): string {
  const listed = (values ?? []).join(', ');
  switch (operator) {
    case 'Exists':
      return `label ${key}`;
    case 'DoesNotExist':
      return `no label ${key}`;
    case 'Gt':
      return `${key} > ${listed}`;
    case 'Lt':
      return `${key} < ${listed}`;
    case 'NotIn':
      return `${key} not in (${listed})`;
    default:
      return `${key} in (${listed})`;
  }
}
