import { sightOf, ALL_IN_SIGHT } from '#access';
import { type Transaction } from '#database';
import { seenState, type MomentReading } from '../past/index.js';
import { dividesPods, type CapacitySource } from './capacity-source.js';
import { factsOfNodes, nodeGroups, podsByEveryNode, podsByNode, podsOnNodes } from './capacity.store.js';
import { dividedNodes, dividedPods } from './divided.queries.js';
import { pastCapacity } from './past-capacity.js';

/**
 * Where the capacity of a cluster is read from, at the moment that it was opened at. What pods take of a node is a sum
 * that names no owner, and covers all pods; what pods are divided by is their owner's, and covers only visible pods.
 */
export async function capacitySourceOf(tx: Transaction, reading: MomentReading): Promise<CapacitySource> {
  const state = await reading.wholeState?.();
  const sight = sightOf(reading.cluster);
  if (state !== undefined) return pastCapacity(state, seenState(state, sight));
  const { id } = reading.cluster;
  return {
    nodeFacts: (labels) => factsOfNodes(tx, id, labels),
    nodeGroups: () => nodeGroups(tx, id),
    podsByNode: (nodes) => podsByNode(tx, id, nodes),
    podsByEveryNode: () => podsByEveryNode(tx, id),
    podsOnNodes: () => podsOnNodes(tx, id),
    dividedNodes: (by) => dividedNodes(tx, id, by),
    dividedPods: (by) => dividedPods(tx, { id, sight: dividesPods(by) ? sight : ALL_IN_SIGHT }, by),
  };
}
