import { setImmediate } from 'node:timers/promises';
import type { Node, ResourceList } from '#kubernetes';
import type { PastObject, PastState } from '../past/index.js';
import type { CapacitySource, NodeGroup, PodGroup } from './capacity-source.js';
import { nodeFacts, partsOfNode } from './node-facts.js';

/** Objects that are looked at before others have their turn: a millisecond's work or ten. */
const BATCH = 500;

/** Capacity as a past state has it. */
export function pastCapacity(state: PastState): CapacitySource {
  return {
    nodeFacts: (labels) =>
      batches(state.ofKind('Node'), (node) => nodeFacts(node.name, partsOfNode(node.stored().object as Node), labels)),
    nodeGroups: () => batches(state.ofKind('Node'), nodeGroup),
    podsByNode: (nodes) =>
      batches(
        nodes.flatMap((node) => roomTaken(state, node)),
        podGroup,
      ),
    podsByEveryNode: () =>
      batches(
        state.ofKind('Pod').filter(({ placement: { node, finished } }) => node !== null && !finished),
        podGroup,
      ),
    podsOnNodes: () =>
      batches(
        state.ofKind('Node').flatMap(({ name }) => roomTaken(state, name)),
        podGroup,
      ),
  };
}

function roomTaken(state: PastState, node: string): readonly PastObject[] {
  return state.podsOn(node).filter(({ placement }) => !placement.finished);
}

function nodeGroup(node: PastObject): NodeGroup {
  const { capacity = null, allocatable = null } = (node.stored().object.status ?? {}) as {
    readonly capacity?: ResourceList;
    readonly allocatable?: ResourceList;
  };
  return { capacity, allocatable, count: 1 };
}

function podGroup(pod: PastObject): PodGroup {
  return { node: pod.placement.node ?? '', pod: pod.stored().object, count: 1 };
}

async function* batches<T>(
  objects: readonly PastObject[],
  groupOf: (object: PastObject) => T,
): AsyncIterable<readonly T[]> {
  for (let from = 0; from < objects.length; from += BATCH) {
    await setImmediate();
    yield objects.slice(from, from + BATCH).map(groupOf);
  }
}
