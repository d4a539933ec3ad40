import { addQuantities, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import { readAmounts, type ResourceList } from '#kubernetes';
import type { PastObject } from '#state';
import { podSlots, ratioOf } from '../capacity/index.js';
import { requestsOnce, type ObjectSums } from './object-sums.js';

/** One node, whether it is there or only pods that name it. */
interface NodeSum {
  allocatable: Quantity | undefined;
  requested: Quantity;
}

/** How full each node is of one resource. */
export class NodeRatios implements ObjectSums {
  readonly #nodes = new Map<string, NodeSum>();

  constructor(private readonly resource: string) {}

  node(node: PastObject, times: 1 | -1): void {
    const { allocatable } = (node.stored().object.status ?? {}) as { readonly allocatable?: ResourceList };
    this.#sumOf(node.name).allocatable =
      times === 1 ? (readAmounts(allocatable).get(this.resource) ?? ZERO_QUANTITY) : undefined;
  }

  pod(pod: PastObject, times: 1 | -1): void {
    const { node, finished } = pod.placement;
    if (finished || node === null) return;
    const amount = this.resource === 'pods' ? podSlots(1) : requestsOnce(pod).get(this.resource);
    if (amount === undefined) return;
    const sum = this.#sumOf(node);
    sum.requested = addQuantities(sum.requested, { ...amount, unscaled: amount.unscaled * BigInt(times) });
  }

  /** Of each node that is there, by name: requested by allocatable, to six decimals; null where it has none. */
  get ratios(): ReadonlyMap<string, number | null> {
    return new Map(
      [...this.#nodes].flatMap(([name, { allocatable, requested }]) =>
        allocatable === undefined
          ? []
          : [[name, allocatable.unscaled === 0n ? null : ratioOf(requested, allocatable)] as const],
      ),
    );
  }

  #sumOf(node: string): NodeSum {
    let sum = this.#nodes.get(node);
    if (sum === undefined) this.#nodes.set(node, (sum = { allocatable: undefined, requested: ZERO_QUANTITY }));
    return sum;
  }
}
