import { ownField } from '#json';
import { compareQuantities, requireQuantity, type Quantity } from '#apimachinery';
import { quantityOf } from '../../pair/index.js';
import { podsOf, type AdvisedNode, type PodGroup } from '../model.js';
import type { Rule } from '../rule.js';
import { countOf } from '../words.js';

/** A pod asks for more than any node has, were it empty. */
export const requestsAboveNodes: Rule = {
  name: 'requests-above-nodes',
  description: 'A pod requests more than the allocatable of every node that it may use.',
  *find({ groups }) {
    for (const group of groups) {
      if (group.nodes.length === 0) continue;
      const short = shortOf(group);
      if (short === null) continue;
      yield {
        namespace: group.namespace,
        objects: podsOf([group]),
        sentence: `${countOf(group.names.length, 'pod')} like ${group.namespace}/${group.names[0] ?? ''} request${
          group.names.length === 1 ? 's' : ''
        } ${short}.`,
        remedy: 'Request less, or add a node with enough resources.',
      };
    }
  },
};

/** What no node has enough of; null where a node has enough of everything. */
function shortOf({ incoming, nodes }: PodGroup): string | null {
  const wanted = incoming.requests
    .filter(({ amount }) => amount > 0)
    .map(({ name, exact }) => ({ resource: name, text: quantityOf(name, exact) }))
    .map((request) => ({ ...request, quantity: requireQuantity(request.text) }));
  if (nodes.some((node) => wanted.every(({ resource, quantity }) => gives(node, resource, quantity)))) return null;
  const above = wanted.filter(({ resource, quantity }) => !nodes.some((node) => gives(node, resource, quantity)));
  const texts = (above.length === 0 ? wanted : above).map(({ resource, text }) => `${text} ${resource}`);
  const where =
    nodes.length === 1
      ? 'the one node that they may use has'
      : `each of ${nodes.length} nodes that they may use has less`;
  if (above.length === 0) return `${texts.join(' and ')} together, of which ${where} of one of them`;
  return nodes.length === 1 ? `${texts.join(' and ')}, more than ${where}` : `${texts.join(' and ')}: ${where}`;
}

function gives({ status }: AdvisedNode, resource: string, wanted: Quantity): boolean {
  const given = ownField(status?.allocatable, resource);
  return given !== undefined && compareQuantities(requireQuantity(given), wanted) >= 0;
}
