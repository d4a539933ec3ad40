import type { PastObject, PastState } from '#state';
import { requestsOf, type ResourceAmounts } from '../capacity/index.js';

/** Sums over the nodes and pods of a state, to which each object is added and from which it is taken away. */
export interface ObjectSums {
  node(node: PastObject, times: 1 | -1): void;
  pod(pod: PastObject, times: 1 | -1): void;
}

/** Adds all that a state has. */
export function addState(sums: ObjectSums, state: PastState): void {
  for (const node of state.ofKind('Node')) sums.node(node, 1);
  for (const pod of state.ofKind('Pod')) sums.pod(pod, 1);
}

/** Another version of an object; undefined where it is not there. It costs no more than the object itself. */
export function addChange(sums: ObjectSums, before: PastObject | undefined, after: PastObject | undefined): void {
  const kind = (before ?? after)?.kind;
  if (before === after || (kind !== 'Node' && kind !== 'Pod')) return;
  const add = (object: PastObject, times: 1 | -1): void => {
    if (kind === 'Node') sums.node(object, times);
    else sums.pod(object, times);
  };
  if (before !== undefined) add(before, -1);
  if (after !== undefined) add(after, 1);
}

/** A pod that goes was there with the same requests. */
const requests = new WeakMap<PastObject, ResourceAmounts>();

/** What a pod takes from its node. */
export function requestsOnce(pod: PastObject): ResourceAmounts {
  let amounts = requests.get(pod);
  if (amounts === undefined) requests.set(pod, (amounts = requestsOf(pod.stored().object)));
  return amounts;
}
