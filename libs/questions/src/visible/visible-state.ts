import { seenManifest, seesObject, type Sight } from '#access';
import { addAmounts, quantitiesOf, requestsOf, type ResourceAmounts } from '#history';
import { TimeSlice } from '#database';
import { PastObject, PastState } from '#state';
import { isStandIn, standIns } from './stand-in.js';

/** Pods that a reader does not see: how many there are, and what they request together. */
export interface OtherPods {
  readonly pods: number;
  readonly requests: readonly { readonly resource: string; readonly quantity: string }[];
}

/** A state as a reader sees it. */
export interface VisibleState {
  readonly past: PastState;
  /** Null of a reader who sees everything; otherwise those on the nodes. */
  readonly others: OtherPods | null;
}

interface Sum {
  pods: number;
  readonly requests: ResourceAmounts;
}

/** By what is seen. A state does not change, and neither does what a sight leaves of it. */
const KNOWN = new WeakMap<PastState, Map<string, Promise<VisibleState>>>();

/**
 * A state made only of what its reader may read: the nodes, all other objects without a namespace, the objects of the
 * namespaces that they see, and on each node stand-ins for the other pods, by the number and the sums of requests that
 * the node shows them. What is computed from it says the same of any two clusters that differ in nothing else.
 */
export function visibleState(past: PastState, sight: Sight): Promise<VisibleState> {
  if (sight.kind === 'all') return Promise.resolve({ past, others: null });
  const known = KNOWN.get(past) ?? new Map<string, Promise<VisibleState>>();
  KNOWN.set(past, known);
  const key = sightKey(sight);
  let made = known.get(key);
  if (made === undefined) {
    known.set(key, (made = madeVisible(past, sight)));
    made.catch(() => known.delete(key));
  }
  return made;
}

/** The same for two readers who see the same of a cluster. */
export function sightKey(sight: Sight): string {
  return sight.kind === 'all' ? 'all' : JSON.stringify([sight.kind, ...[...sight.namespaces].sort()]);
}

async function madeVisible(past: PastState, sight: Sight): Promise<VisibleState> {
  const visible = new PastState(past.position);
  const sums = new Map<string, Sum>();
  const slice = new TimeSlice();
  for (const object of past.objects()) {
    await slice.yieldWhenOver();
    if (seesObject(sight, object)) visible.add(asSeen(object, sight));
    else if (object.kind === 'Pod') count(object, { past, sums });
  }
  const others: Sum = { pods: 0, requests: new Map() };
  for (const [node, { pods, requests }] of sums) {
    for (const pod of standIns(node, { pods, requests: quantitiesOf(requests) })) visible.add(pod);
    others.pods += pods;
    addAmounts(others.requests, requests);
  }
  return { past: visible, others: { pods: others.pods, requests: quantitiesOf(others.requests) } };
}

function asSeen(object: PastObject, sight: Sight): PastObject {
  if (object.kind !== 'PersistentVolume') return object;
  const { object: manifest } = object.stored();
  const seen = seenManifest(sight, manifest);
  return seen === manifest ? object : object.replaced(object, JSON.stringify(seen), object.resourceVersion);
}

/** As the sums of a node count it: not a pod that has ended, and none on a node that is not there. */
function count(pod: PastObject, { past, sums }: { readonly past: PastState; readonly sums: Map<string, Sum> }): void {
  const { node, finished } = pod.placement;
  if (node === null || finished || past.get('Node', '', node) === undefined) return;
  const sum = sums.get(node) ?? { pods: 0, requests: new Map() };
  sums.set(node, sum);
  sum.pods += 1;
  addAmounts(sum.requests, requestsOf(pod.stored().object));
}

/** The pods of a state that are pods, and no stand-ins. */
export function namedPods({ past, others }: VisibleState): readonly PastObject[] {
  const pods = past.ofKind('Pod');
  return others === null ? pods : pods.filter((pod) => !isStandIn(pod));
}
