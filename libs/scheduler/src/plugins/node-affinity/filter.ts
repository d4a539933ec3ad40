import { compileNodeSelector, type NodeMatcher, type NodeSelectorTerm } from '#kubernetes';
import type { Cycle, NodeFilter } from '../../plugin.js';
import { requiredTerms } from '../../objects/index.js';
import type { NodeAffinityArgs } from './args.js';

export const NO_MATCH = "node(s) didn't match Pod's node affinity/selector";
export const ENFORCED = "node(s) didn't match scheduler-enforced node affinity";

/** The args' added affinity first, then what the pod itself requires. */
export function affinityFilter({ pod, snapshot, args, status }: Cycle<NodeAffinityArgs>): NodeFilter {
  const { nodes } = snapshot;
  const addedTerms = requiredTerms(args.addedAffinity);
  const added: NodeMatcher = addedTerms === null ? () => true : compileNodeSelector(addedTerms);
  const required = pod.requiredNodes;
  const enforced = status('UnschedulableAndUnresolvable', ENFORCED);
  const noMatch = status('UnschedulableAndUnresolvable', NO_MATCH);
  return (row) => {
    const node = nodes[row];
    if (node === undefined || !added(node)) return enforced;
    return required(node) ? 0 : noMatch;
  };
}

/**
 * The only nodes that can meet the terms: where every term names nodes (`matchFields` metadata.name In), the union over
 * terms of what their names have in common. Null where some term names none.
 */
export function namedNodes(terms: readonly NodeSelectorTerm[]): ReadonlySet<string> | null {
  const union = new Set<string>();
  for (const { matchFields = [] } of terms) {
    const lists = matchFields
      .filter(({ key, operator }) => key === 'metadata.name' && operator === 'In')
      .map(({ values = [] }) => values);
    const [first, ...others] = lists;
    if (first === undefined) return null;
    for (const name of first) if (others.every((list) => list.includes(name))) union.add(name);
  }
  return union;
}
