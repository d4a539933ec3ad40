import { ownField } from '#json';
import { TimeSlice } from '#database';
import type { Node, ResourceList } from '#kubernetes';
import type { PastObject, PastState, Placement } from '#state';
import { dividesPods, type CapacitySource, type Division, type NodeGroup, type PodGroup } from './capacity-source.js';
import { nodeFacts, partsOfNode } from './node-facts.js';

/** Objects of one slice, after which the event loop serves other work: a millisecond's work or ten. */
const BATCH = 500;

/** Capacity as a past state has it; `seen` is what of it its reader sees. */
export function pastCapacity(state: PastState, seen: PastState): CapacitySource {
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
    dividedNodes: (by) =>
      batches(state.ofKind('Node'), (node) => {
        const { allocatable } = nodeGroup(node);
        return { values: by.map((division) => valueOf(division, { node })), allocatable, count: 1 };
      }),
    dividedPods: (by) =>
      batches(
        (dividesPods(by) ? seen : state).ofKind('Pod').filter(({ placement }) => takesPart(state, placement)),
        (pod) => {
          const node = state.get('Node', '', pod.placement.node ?? '');
          const values = by.map((division) => valueOf(division, { node, pod }));
          return { values, bound: node !== undefined, pod: pod.stored().object, count: 1 };
        },
      ),
  };
}

/** On a node that is there, or on none, and not finished. */
function takesPart(state: PastState, { node, finished }: Placement): boolean {
  return !finished && (node === null || state.get('Node', '', node) !== undefined);
}

function valueOf(
  division: Division,
  { node, pod }: { readonly node?: PastObject | undefined; readonly pod?: PastObject },
): string | null {
  if (division.by === 'node') return node?.name ?? null;
  if (division.by === 'namespace') return pod?.namespace ?? null;
  const labels = (division.by === 'nodeLabel' ? node : pod)?.stored().object.metadata.labels;
  return ownField(labels, division.key ?? '') ?? null;
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
  const slice = new TimeSlice();
  for (let from = 0; from < objects.length; from += BATCH) {
    await slice.yieldWhenOver();
    yield objects.slice(from, from + BATCH).map(groupOf);
  }
}
