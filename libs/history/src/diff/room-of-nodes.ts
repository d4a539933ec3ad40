import { TimeSlice } from '#database';
import { readAmounts, type ResourceList } from '#kubernetes';
import { addAmounts, podSlots, requestsOf, type ResourceAmounts } from '../capacity/index.js';
import type { PastObject, PastState } from '#state';

/** What a node has, and what pods take of it. */
export interface NodeRoom {
  readonly allocatable: ResourceAmounts;
  /** `pods` is their number. */
  readonly requested: ResourceAmounts;
  readonly pods: number;
}

/** The memory that the capacity of a node takes, and that of the requests of a pod, roughly. */
const BYTES = { node: 1_000, pod: 450 } as const;

const known = new WeakMap<PastState, Promise<ReadonlyMap<string, NodeRoom>>>();

/**
 * The capacity of every node of a state, by name. It is computed once for a state: states do not change, and a
 * diff is read page by page.
 */
export function roomOfNodes(state: PastState): Promise<ReadonlyMap<string, NodeRoom>> {
  let room = known.get(state);
  if (room === undefined) known.set(state, (room = readRoom(state)));
  return room;
}

async function readRoom(state: PastState): Promise<ReadonlyMap<string, NodeRoom>> {
  const rooms = new Map<string, NodeRoom>();
  const slice = new TimeSlice();
  for (const node of state.ofKind('Node')) {
    await slice.yieldWhenOver();
    const { allocatable } = (node.stored().object.status ?? {}) as { readonly allocatable?: ResourceList };
    const requested: ResourceAmounts = new Map();
    const pods = state.podsOn(node.name).filter(({ placement }) => !placement.finished);
    for (const pod of pods) addAmounts(requested, requestsOnce(pod));
    requested.set('pods', podSlots(pods.length));
    state.keepBeside(BYTES.node + pods.length * BYTES.pod);
    rooms.set(node.name, { allocatable: readAmounts(allocatable), requested, pods: pods.length });
  }
  return rooms;
}

/** Of pods: the later of two states has most of them from the earlier one. */
const requests = new WeakMap<PastObject, ResourceAmounts>();

function requestsOnce(pod: PastObject): ResourceAmounts {
  let amounts = requests.get(pod);
  if (amounts === undefined) requests.set(pod, (amounts = requestsOf(pod.stored().object)));
  return amounts;
}
