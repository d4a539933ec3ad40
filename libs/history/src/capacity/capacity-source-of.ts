import type { Transaction } from '#database';
import type { MomentReading } from '../past/index.js';
import type { CapacitySource } from './capacity-source.js';
import { factsOfNodes, nodeGroups, podsByEveryNode, podsByNode, podsOnNodes } from './capacity.store.js';
import { dividedNodes, dividedPods } from './divided.queries.js';
import { pastCapacity } from './past-capacity.js';

/** Where the capacity of a cluster is read from, at the moment that it was opened at. */
export async function capacitySourceOf(tx: Transaction, reading: MomentReading): Promise<CapacitySource> {
  const state = await reading.state?.();
  if (state !== undefined) return pastCapacity(state);
  const { id } = reading.cluster;
  return {
    nodeFacts: (labels) => factsOfNodes(tx, id, labels),
    nodeGroups: () => nodeGroups(tx, id),
    podsByNode: (nodes) => podsByNode(tx, id, nodes),
    podsByEveryNode: () => podsByEveryNode(tx, id),
    podsOnNodes: () => podsOnNodes(tx, id),
    dividedNodes: (by) => dividedNodes(tx, id, by),
    dividedPods: (by) => dividedPods(tx, id, by),
  };
}
