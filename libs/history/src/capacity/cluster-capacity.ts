import { readAmounts } from '#kubernetes';
import { compareQuantities, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import type { CapacitySource } from './capacity-source.js';
import {
  addAmounts,
  freeAmounts,
  podSlots,
  quantitiesOf,
  requestedOf,
  requestsOf,
  type ResourceAmounts,
  type ResourceQuantity,
} from './resource-amounts.js';

/** Sums over all nodes of a cluster, exact. */
export interface ClusterCapacity {
  readonly capacity: readonly ResourceQuantity[];
  readonly allocatable: readonly ResourceQuantity[];
  /** By the pods on the nodes, `pods` being their number. */
  readonly requested: readonly ResourceQuantity[];
  /** Allocatable less requested; below zero where a cluster is over-committed. */
  readonly free: readonly ResourceQuantity[];
  readonly utilization: readonly ResourceUtilization[];
}

/** Requested by allocatable. */
export interface ResourceUtilization {
  readonly resource: string;
  /** 0 or more, above 1 where over-committed; to six decimals. */
  readonly ratio: number;
}

export async function readClusterCapacity(source: CapacitySource): Promise<ClusterCapacity> {
  const capacity: ResourceAmounts = new Map();
  const allocatable: ResourceAmounts = new Map();
  const requested: ResourceAmounts = new Map();
  let pods = 0;
  for await (const groups of source.nodeGroups()) {
    for (const group of groups) {
      addAmounts(capacity, readAmounts(group.capacity), group.count);
      addAmounts(allocatable, readAmounts(group.allocatable), group.count);
    }
  }
  for await (const groups of source.podsOnNodes()) {
    for (const { pod, count } of groups) {
      addAmounts(requested, requestsOf(pod), count);
      pods += count;
    }
  }
  requested.set('pods', podSlots(pods));
  return {
    capacity: quantitiesOf(capacity),
    allocatable: quantitiesOf(allocatable),
    requested: quantitiesOf(requestedOf(allocatable, requested)),
    free: quantitiesOf(freeAmounts(allocatable, requested)),
    utilization: utilizationOf(allocatable, requested),
  };
}

function utilizationOf(allocatable: ResourceAmounts, requested: ResourceAmounts): ResourceUtilization[] {
  return [...allocatable]
    .filter(([, amount]) => compareQuantities(amount, ZERO_QUANTITY) > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([resource, amount]) => ({ resource, ratio: ratioOf(requested.get(resource) ?? ZERO_QUANTITY, amount) }));
}

/** A part of a whole that is not zero, to six decimals. They are divided as integers: only the result is a float. */
export function ratioOf(part: Quantity, whole: Quantity): number {
  const exponent = Math.min(part.exponent, whole.exponent);
  const scaled = ({ unscaled, exponent: own }: Quantity): bigint => unscaled * 10n ** BigInt(own - exponent);
  return Number((scaled(part) * 1_000_000n) / scaled(whole)) / 1_000_000;
}
