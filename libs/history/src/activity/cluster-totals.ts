import { amountOf, type Amount, addAmounts, podSlots, ratioOf, type ResourceAmounts } from '../capacity/index.js';
import { readAmounts, type ResourceList } from '#kubernetes';
import type { PastObject } from '#state';
import { requestsOnce, type ObjectSums } from './object-sums.js';

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

/** How full all nodes are together. */
export class ClusterTotals implements ObjectSums {
  readonly #allocatable: ResourceAmounts = new Map();
  readonly #requested: ResourceAmounts = new Map();
  readonly #taken = new Map<string, Taken>();
  #nodes = 0;
  #pods = 0;
  #pending = 0;

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

  node(node: PastObject, times: 1 | -1): void {
    const { allocatable } = (node.stored().object.status ?? {}) as { readonly allocatable?: ResourceList };
    addAmounts(this.#allocatable, readAmounts(allocatable), times);
    this.#nodes += times;
    const taken = this.#takenOf(node.name);
    taken.isThere = times === 1;
    addAmounts(this.#requested, taken.amounts, times);
    this.#pods += times * taken.pods;
  }

  pod(pod: PastObject, times: 1 | -1): void {
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
