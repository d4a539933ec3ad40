import { ownField } from '#json';
import type { ClusterPlace } from '#cluster';
import type { Manifest } from '#rows';
import type { NodeUsage } from '#history';
import { requireQuantity } from '#apimachinery';
import type { Node } from '#kubernetes';
import { type Connection, connectionOfAll, type PageArgs } from '../../ground/graphql/index.js';
import type { UsageOrder } from './node-order.args.js';
import { ClusterNodeModel } from './nodes.model.js';

/** Where a node stands in the order. */
interface Place {
  readonly value: number;
  readonly name: string;
}

/** A page of nodes by how full they are: all of them are looked at, for every page. */
export function nodesByUsage(
  place: ClusterPlace,
  { nodes, usages }: { readonly nodes: readonly Node[]; readonly usages: ReadonlyMap<string, NodeUsage> },
  { args, order }: { readonly args: PageArgs; readonly order: UsageOrder },
): Connection<ClusterNodeModel> {
  const way = order.descending ? -1 : 1;
  const compare = (a: Place, b: Place): number =>
    way * (a.value - b.value || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const placed = nodes.map((node) => {
    const name = node.metadata.name ?? '';
    const usage = usages.get(name);
    const value = order.by === 'pods' ? (usage?.podCount ?? 0) : shareOf(node, usage, order.resource);
    return { node, name, value };
  });
  placed.sort(compare);
  return connectionOfAll(placed, args, {
    list: `nodes ${JSON.stringify(order)}`,
    parts: ['number', 'text'],
    placeOf: ([value, name = '']): Place => ({ value: Number(value), name }),
    partsOf: ({ value, name }) => [String(value), name],
    compare,
    node: ({ node }) => new ClusterNodeModel(place, node as Manifest),
  });
}

function shareOf(node: Node, usage: NodeUsage | undefined, resource: string): number {
  const requested = usage?.requested.find((one) => one.resource === resource)?.quantity;
  const allocatable = ownField(node.status?.allocatable, resource);
  if (requested === undefined || allocatable === undefined) return 0;
  const whole = numberOf(String(allocatable));
  return whole === 0 ? 0 : numberOf(requested) / whole;
}

function numberOf(quantity: string): number {
  const { unscaled, exponent } = requireQuantity(quantity);
  return Number(`${unscaled}e${exponent}`);
}
