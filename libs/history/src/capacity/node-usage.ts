import { readAmounts, type Node } from '#kubernetes';
import type { CapacitySource } from './capacity-source.js';
import {
  addAmounts,
  anyBelowZero,
  freeAmounts,
  podSlots,
  quantitiesOf,
  requestedOf,
  requestsOnce,
  type ResourceAmounts,
  type ResourceQuantity,
} from './resource-amounts.js';

/** What the pods on a node take of it, and what is left. */
export interface NodeUsage {
  readonly requested: readonly ResourceQuantity[];
  /** Allocatable less requested; below zero where the node is over-committed. */
  readonly free: readonly ResourceQuantity[];
  /** Pods that take room: bound, and neither succeeded nor failed. */
  readonly podCount: number;
  /** More is requested than allocatable, of any resource. Berth never binds so; imported clusters may be so. */
  readonly overCommitted: boolean;
}

/** The usage of each of these nodes, by name, read at once. */
export async function readNodeUsage(source: CapacitySource, nodes: readonly Node[]): Promise<Map<string, NodeUsage>> {
  const tallies = new Map(
    nodes.map(({ metadata }) => [metadata.name ?? '', { requested: new Map() as ResourceAmounts, pods: 0 }]),
  );
  const requestsOf = requestsOnce();
  for await (const groups of source.podsByNode([...tallies.keys()])) {
    for (const { node, pod, count } of groups) {
      const tally = tallies.get(node);
      if (tally === undefined) continue;
      addAmounts(tally.requested, requestsOf(pod), count);
      tally.pods += count;
    }
  }
  return new Map(
    nodes.map((node) => {
      const name = node.metadata.name ?? '';
      return [name, usageOf(node, tallies.get(name) ?? { requested: new Map(), pods: 0 })];
    }),
  );
}

function usageOf(
  node: Node,
  { requested, pods }: { readonly requested: ResourceAmounts; readonly pods: number },
): NodeUsage {
  const allocatable = readAmounts(node.status?.allocatable);
  const all = requestedOf(allocatable, new Map([...requested, ['pods', podSlots(pods)]]));
  const free = freeAmounts(allocatable, all);
  return { requested: quantitiesOf(all), free: quantitiesOf(free), podCount: pods, overCommitted: anyBelowZero(free) };
}
