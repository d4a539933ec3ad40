import type { Transaction } from '#database';
import type { MomentReading } from '../past/index.js';
import type { CapacitySource } from './capacity-source.js';
import { dividedNodes, dividedPods } from './divided.queries.js';
import { nodeGroups, podsByNode, podsOnNodes } from './capacity.store.js';
import { pastCapacity } from './past-capacity.js';

/** Where the capacity of a cluster is read from, at the moment that it was opened at. */
export async function capacitySourceOf(tx: Transaction, reading: MomentReading): Promise<CapacitySource> {
  const state = await reading.state?.();
  if (state !== undefined) return pastCapacity(state);
  const { id } = reading.cluster;
  return {
    nodeGroups: () => nodeGroups(tx, id),
    podsByNode: (nodes) => podsByNode(tx, id, nodes),
    podsOnNodes: () => podsOnNodes(tx, id),
    dividedNodes: (by) => dividedNodes(tx, id, by),
    dividedPods: (by) => dividedPods(tx, id, by),
  };
}
