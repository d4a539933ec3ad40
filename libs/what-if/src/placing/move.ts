import { podUid, type Pod } from '#scheduler';
import { Disruptions, pendingAgain, type BudgetLimit, type PodCounts } from '../cluster/index.js';
import { place, type Placing } from './place.js';

/** A pod that goes from one node to another. */
export interface Move {
  readonly pod: Pod;
  readonly from: string;
  readonly to: string;
}

/** A pod that stays where it is, because of budgets or because no other node fits. */
export interface Stuck {
  readonly pod: Pod;
  readonly from: string;
  /** In kube-scheduler's words; empty where budgets forbid it. */
  readonly message: string;
  readonly budgets: readonly BudgetLimit[];
}

/** What became of the pods that were to move. */
export interface Moved {
  /** In the order in which they can be made: no budget is broken on the way. */
  readonly moves: readonly Move[];
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
 * Takes pods from their nodes one by one, each when the budgets allow it, and places each anew before the next one
 * goes; one that finds no node stays. Those that are stuck are tried again as long as others move. Yields now and then.
 */
export function* movePods(moving: Moving): Generator<void, Moved, undefined> {
  const moves: Move[] = [];
  const disruptions = new Disruptions(moving.snapshot);
  let waiting = moving.pods;
  let stuck: Stuck[] = [];
  do {
    stuck = [];
    const before = moves.length;
    for (const pod of waiting) {
      const result = movePod(moving, disruptions, pod);
      if ('to' in result) moves.push(result);
      else stuck.push(result);
      yield;
    }
    waiting = moves.length === before ? [] : stuck.map(({ pod }) => pod);
  } while (waiting.length > 0);
  return { moves, stuck };
}

function movePod(moving: Moving, disruptions: Disruptions, pod: Pod): Move | Stuck {
  const { snapshot, budgets, at, newUid, closed } = moving;
  const from = pod.spec?.nodeName ?? '';
  const forbidding = disruptions.forbidding(pod);
  if (forbidding.length > 0) return { pod, from, message: '', budgets: forbidding };
  const taken = snapshot.removePod(podUid(pod));
  if (taken === undefined) throw new RangeError(`pod ${podUid(pod)} is on no node`);
  budgets.went(pod);
  const next = pendingAgain(pod, { uid: newUid(), at });
  const { node, message } = place(moving, next);
  if (node === null || closed.has(node)) {
    if (node !== null) snapshot.removePod(podUid(next));
    snapshot.addPod(taken.pod, taken.row);
    budgets.came(pod);
    const told = node === null ? message : `it tolerates cordons and would go to ${node}, which is to be left`;
    return { pod, from, message: told, budgets: [] };
  }
  budgets.came({ ...next, spec: { ...next.spec, nodeName: node } });
  return { pod, from, to: node };
}
