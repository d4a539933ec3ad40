import { afterEviction } from '#kubernetes';
import { podUid, type Pod } from '#scheduler';
import { Disruptions, leavesByItself, pendingAgain, type PodCounts, type RefusedEviction } from '../cluster/index.js';
import { renewClaims } from '../volumes/index.js';
import { place, type Placing } from './place.js';

/** A pod that goes from one node to another. */
export interface Move {
  readonly pod: Pod;
  readonly from: string;
  readonly to: string;
}

/** A pod that is evicted, and that nothing creates again. */
export interface Loss {
  readonly pod: Pod;
  readonly from: string;
}

/** A pod that stays where it is, because of budgets or because no other node fits. */
export interface Stuck {
  readonly pod: Pod;
  readonly from: string;
  /** In kube-scheduler's words; empty where the eviction is refused. */
  readonly message: string;
  readonly refused: RefusedEviction | null;
}

/** What became of the pods that were to leave. */
export interface Moved {
  /** In the order in which they can be made: no budget is broken on the way. */
  readonly moves: readonly Move[];
  /** Pods without a controller. */
  readonly lost: readonly Loss[];
  readonly stuck: readonly Stuck[];
}

/** Which pods move. */
export interface Moving extends Placing {
  readonly budgets: PodCounts;
  /** On closed nodes, in the order in which they are tried. */
  readonly pods: readonly Pod[];
  /** Cordoned nodes that are to be left, also by pods that tolerate that. */
  readonly closed: ReadonlySet<string>;
  readonly newUid: () => string;
}

/**
 * Takes pods from their nodes one by one, each when the eviction API allows it, and places each anew before the next
 * one goes; one that finds no node stays, and one without a controller is lost. Those that are stuck are tried again as
 * long as others leave. Yields now and then.
 */
export function* movePods(moving: Moving): Generator<void, Moved, undefined> {
  const [moves, lost]: [Move[], Loss[]] = [[], []];
  const disruptions = new Disruptions(moving.snapshot);
  for (const pod of moving.pods.filter(leavesByItself)) take(moving, pod);
  let waiting = moving.pods.filter((pod) => !leavesByItself(pod));
  let stuck: Stuck[] = [];
  do {
    stuck = [];
    const before = moves.length + lost.length;
    for (const pod of waiting) {
      const result = movePod(moving, disruptions, pod);
      if ('to' in result) moves.push(result);
      else if ('message' in result) stuck.push(result);
      else lost.push(result);
      yield;
    }
    waiting = moves.length + lost.length === before ? [] : stuck.map(({ pod }) => pod);
  } while (waiting.length > 0);
  return { moves, lost, stuck };
}

function movePod(moving: Moving, disruptions: Disruptions, pod: Pod): Move | Loss | Stuck {
  const { snapshot, budgets, at, newUid, closed } = moving;
  const from = pod.spec?.nodeName ?? '';
  const refused = disruptions.refusing(pod);
  if (refused !== null) return { pod, from, message: '', refused };
  const taken = take(moving, pod);
  if (afterEviction(pod) === 'lost') return { pod, from };
  const next = pendingAgain(pod, { uid: newUid(), at });
  const undo = renewClaims(snapshot, next);
  const { node, message } = place(moving, next);
  if (node === null || closed.has(node)) {
    if (node !== null) snapshot.removePod(podUid(next));
    undo();
    snapshot.addPod(taken.pod, taken.row);
    budgets.came(pod);
    const reported = node === null ? message : `it tolerates cordons and would go to ${node}, which is to be left`;
    return { pod, from, message: reported, refused: null };
  }
  budgets.came({ ...next, spec: { ...next.spec, nodeName: node } });
  return { pod, from, to: node };
}

function take({ snapshot, budgets }: Moving, pod: Pod): NonNullable<ReturnType<Moving['snapshot']['removePod']>> {
  const taken = snapshot.removePod(podUid(pod));
  if (taken === undefined) throw new RangeError(`pod ${podUid(pod)} is on no node`);
  budgets.went(pod);
  return taken;
}
