import { addQuantities, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import { amountOf, podSlots, ratioOf, type Amount, type ResourceAmounts } from '../capacity/index.js';
import { NO_NODE, USAGE, type UsageEvent } from './usage-events.js';
import type { UsageSums } from './usage-sums.js';

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

/** A node, whether it is there or only pods that name it. */
interface NodeUsage {
  isThere: boolean;
  /** How many of its pods request which amounts. */
  readonly pods: Map<number, number>;
}

/** How full all nodes are together. */
export class ClusterTotals implements UsageSums {
  readonly #allocatable: Tally;
  readonly #requested: Tally;
  readonly #usage: NodeUsage[] = [];
  #nodes = 0;
  #pods = 0;
  #pending = 0;

  constructor(amounts: readonly ResourceAmounts[]) {
    this.#allocatable = new Tally(amounts);
    this.#requested = new Tally(amounts);
  }

  get sums(): ClusterSums {
    const allocatable = this.#allocatable.total;
    const requested = new Map([...this.#requested.total, ['pods', podSlots(this.#pods)] as const]);
    const resources = [...allocatable]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([resource, whole]) => {
        const part = requested.get(resource);
        if (whole.unscaled === 0n && (part?.unscaled ?? 0n) === 0n) return [];
        const ratio = whole.unscaled === 0n ? null : part === undefined ? 0 : ratioOf(part, whole);
        return [{ resource, allocatable: amountOf(whole), requested: amountOf(part), ratio }];
      });
    return { nodes: this.#nodes, pods: this.#pods, pendingPods: this.#pending, resources };
  }

  take({ what, node, amounts }: UsageEvent): void {
    if (what === USAGE.nodeComes) this.#node(node, amounts, 1);
    else if (what === USAGE.nodeGoes) this.#node(node, amounts, -1);
    else if (what === USAGE.podGoes) this.#pod(node, amounts, -1);
    else this.#pod(node, amounts, 1);
    if (what === USAGE.podIsBound) this.#pending -= 1;
  }

  #node(node: number, allocatable: number, times: 1 | -1): void {
    const usage = this.#usageOf(node);
    this.#nodes += times;
    this.#allocatable.add(allocatable, times);
    usage.isThere = times === 1;
    for (const [amounts, count] of usage.pods) this.#count(amounts, times * count);
  }

  #pod(node: number, amounts: number, times: 1 | -1): void {
    if (node === NO_NODE) {
      this.#pending += times;
      return;
    }
    const { isThere, pods } = this.#usageOf(node);
    const count = (pods.get(amounts) ?? 0) + times;
    if (count === 0) pods.delete(amounts);
    else pods.set(amounts, count);
    if (isThere) this.#count(amounts, times);
  }

  #count(amounts: number, count: number): void {
    this.#pods += count;
    this.#requested.add(amounts, count);
  }

  #usageOf(node: number): NodeUsage {
    return (this.#usage[node] ??= { isThere: false, pods: new Map() });
  }
}

type Format = Quantity['format'];

/** A sum has the first of these formats that any of its parts has: it does not depend on their order. */
const FORMATS: readonly Format[] = ['BinarySI', 'DecimalSI', 'DecimalExponent'];

/** A resource of a tally. */
interface TalliedResource {
  sum: Quantity;
  /** Amounts that have it, by their formats. */
  readonly formats: Record<Format, number>;
}

/** How often there are which amounts, and what they are together. */
class Tally {
  readonly #counts = new Map<number, number>();
  /** The changes of counts that are not in the sums yet: most are taken back by others before the next reading. */
  readonly #pending = new Map<number, number>();
  readonly #resources = new Map<string, TalliedResource>();

  constructor(private readonly amounts: readonly ResourceAmounts[]) {}

  add(number: number, times: number): void {
    this.#pending.set(number, (this.#pending.get(number) ?? 0) + times);
  }

  /** By resource; those that any of the amounts has. */
  get total(): ReadonlyMap<string, Quantity> {
    for (const [number, times] of this.#pending) if (times !== 0) this.#settle(number, times);
    this.#pending.clear();
    const total = new Map<string, Quantity>();
    for (const [resource, { sum, formats }] of this.#resources) {
      const format = FORMATS.find((one) => formats[one] > 0);
      if (format !== undefined) total.set(resource, { ...sum, format });
    }
    return total;
  }

  #settle(number: number, times: number): void {
    const before = this.#counts.get(number) ?? 0;
    const after = before + times;
    this.#counts.set(number, after);
    const more = Number(after !== 0) - Number(before !== 0);
    for (const [resource, amount] of this.amounts[number] ?? []) {
      const tallied = this.#resources.get(resource) ?? {
        sum: ZERO_QUANTITY,
        formats: { BinarySI: 0, DecimalSI: 0, DecimalExponent: 0 },
      };
      this.#resources.set(resource, tallied);
      tallied.sum = addQuantities(tallied.sum, { ...amount, unscaled: amount.unscaled * BigInt(times) });
      tallied.formats[amount.format] += more;
    }
  }
}
