import {
  amountOf,
  type Amount,
  addAmounts,
  podSlots,
  requestsOf,
  ratioOf,
  type ResourceAmounts,
} from '../capacity/index.js';
import { readAmounts, type ResourceList } from '#kubernetes';
import type { PastObject, PastState } from '#state';

/** How full all nodes are together, of one resource. */
export interface ResourceSum {
  readonly resource: string;
  readonly allocatable: Amount;
  readonly requested: Amount;
  /** Requested by allocatable, to six decimals; null where nothing is allocatable. */
  readonly ratio: number | null;
}

/** How full a cluster is at a moment. */
export interface ClusterSums {
  readonly nodes: number;
  /** On nodes that are there, neither succeeded nor failed. */
  readonly pods: number;
  /** On no node, and not finished. */
  readonly pendingPods: number;
  readonly resources: readonly ResourceSum[];
}

/** What pods take of one node, whether it is there or not. */
interface Taken {
  readonly amounts: ResourceAmounts;
  pods: number;
  isThere: boolean;
}

/** Sums over a state, kept up with it change by change: none costs more than its own object. */
export class RunningSums {
  readonly #allocatable: ResourceAmounts = new Map();
  readonly #requested: ResourceAmounts = new Map();
  readonly #taken = new Map<string, Taken>();
  #nodes = 0;
  #pods = 0;
  #pending = 0;

  constructor(state: PastState) {
    for (const node of state.ofKind('Node')) this.#node(node, 1);
    for (const pod of state.ofKind('Pod')) this.#pod(pod, 1);
  }

  /** Another version of an object; undefined where it is not there. */
  change(before: PastObject | undefined, after: PastObject | undefined): void {
    const kind = (before ?? after)?.kind;
    if (before === after || (kind !== 'Node' && kind !== 'Pod')) return;
    const add = (object: PastObject, times: 1 | -1): void => {
      if (kind === 'Node') this.#node(object, times);
      else this.#pod(object, times);
    };
    if (before !== undefined) add(before, -1);
    if (after !== undefined) add(after, 1);
  }

  get sums(): ClusterSums {
    const requested: ResourceAmounts = new Map([...this.#requested, ['pods', podSlots(this.#pods)]]);
    const resources = [...this.#allocatable.keys()].sort().flatMap((resource) => {
      const [whole, part] = [this.#allocatable.get(resource), requested.get(resource)];
      if (whole === undefined || (whole.unscaled === 0n && (part?.unscaled ?? 0n) === 0n)) return [];
      const ratio = whole.unscaled === 0n || part === undefined ? null : ratioOf(part, whole);
      return [
        {
          resource,
          allocatable: amountOf(whole),
          requested: amountOf(part),
          ratio: part === undefined && whole.unscaled !== 0n ? 0 : ratio,
        },
      ];
    });
    return { nodes: this.#nodes, pods: this.#pods, pendingPods: this.#pending, resources };
  }

  #node(node: PastObject, times: 1 | -1): void {
    const { allocatable } = (node.stored().object.status ?? {}) as { readonly allocatable?: ResourceList };
    addAmounts(this.#allocatable, readAmounts(allocatable), times);
    this.#nodes += times;
    const taken = this.#takenOf(node.name);
    taken.isThere = times === 1;
    addAmounts(this.#requested, taken.amounts, times);
    this.#pods += times * taken.pods;
  }

  #pod(pod: PastObject, times: 1 | -1): void {
    const { node, finished } = pod.placement;
    if (finished) return;
    if (node === null) {
      this.#pending += times;
      return;
    }
    const amounts = requestsOnce(pod);
    const taken = this.#takenOf(node);
    addAmounts(taken.amounts, amounts, times);
    taken.pods += times;
    if (!taken.isThere) return;
    addAmounts(this.#requested, amounts, times);
    this.#pods += times;
  }

  #takenOf(node: string): Taken {
    let taken = this.#taken.get(node);
    if (taken === undefined) this.#taken.set(node, (taken = { amounts: new Map(), pods: 0, isThere: false }));
    return taken;
  }
}

/** A pod that goes was there with the same requests. */
const requests = new WeakMap<PastObject, ResourceAmounts>();

function requestsOnce(pod: PastObject): ResourceAmounts {
  let amounts = requests.get(pod);
  if (amounts === undefined) requests.set(pod, (amounts = requestsOf(pod.stored().object)));
  return amounts;
}
