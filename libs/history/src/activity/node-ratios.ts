import { addQuantities, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import { podSlots, ratioOf } from '../capacity/index.js';
import { NO_NODE, USAGE, type UsageEvent } from './usage-events.js';
import type { UsageSums } from './usage-sums.js';
import type { UsageTables } from './usage-tables.js';

/** A node, whether it is there or only pods that name it. */
interface NodeSum {
  allocatable: Quantity | undefined;
  requested: Quantity;
  /** Undefined where it is to be computed. */
  ratio: number | null | undefined;
}

/** How full each node is of one resource. */
export class NodeRatios implements UsageSums {
  readonly #nodes: NodeSum[] = [];

  constructor(
    private readonly tables: Pick<UsageTables, 'amounts' | 'nodes'>,
    private readonly resource: string,
  ) {}

  take({ what, node, amounts }: UsageEvent): void {
    if (node === NO_NODE) return;
    const sum = (this.#nodes[node] ??= { allocatable: undefined, requested: ZERO_QUANTITY, ratio: undefined });
    sum.ratio = undefined;
    const amount = this.tables.amounts[amounts]?.get(this.resource);
    if (what === USAGE.nodeGoes) sum.allocatable = undefined;
    else if (what === USAGE.nodeComes) sum.allocatable = amount ?? ZERO_QUANTITY;
    else {
      const taken = this.resource === 'pods' ? podSlots(1) : amount;
      if (taken === undefined) return;
      const unscaled = what === USAGE.podGoes ? -taken.unscaled : taken.unscaled;
      sum.requested = addQuantities(sum.requested, { ...taken, unscaled });
    }
  }

  /** Of each node that is there, by name: requested by allocatable, to six decimals; null where it has none. */
  get ratios(): ReadonlyMap<string, number | null> {
    const found = new Map<string, number | null>();
    for (const [node, sum] of this.#nodes.entries()) {
      // Numbers of nodes that are not reached yet have no sum.
      const { allocatable, requested } = (sum as NodeSum | undefined) ?? {};
      if (allocatable === undefined || requested === undefined) continue;
      sum.ratio ??= allocatable.unscaled === 0n ? null : ratioOf(requested, allocatable);
      found.set(this.tables.nodes[node] ?? '', sum.ratio);
    }
    return found;
  }
}
