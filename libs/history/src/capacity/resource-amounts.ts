import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  subtractQuantities,
  ZERO_QUANTITY,
  type Quantity,
} from '#apimachinery';
import { placedPod, type Pod } from '#scheduler';

/** An amount of one resource as people read it: a canonical Kubernetes quantity. */
export interface ResourceQuantity {
  readonly resource: string;
  readonly quantity: string;
}

/** Exact amounts by resource name. */
export type ResourceAmounts = Map<string, Quantity>;

const NO_AMOUNT: Quantity = { unscaled: 0n, exponent: 0, format: 'DecimalSI' };

/**
 * What a pod takes from its node, as kube-scheduler v1.34 accounts for it (PodInfo.CalculateResource): the rules for
 * init and sidecar containers, overhead and resizing, cpu in whole thousandths, the rest in whole units.
 */
export function requestsOf(pod: Pod): ResourceAmounts {
  const { amounts } = placedPod(pod).load;
  return new Map(amounts.map(({ name, exact }) => [name, accountedQuantity(name, exact)]));
}

/** The same of many pods: those that were read as one object are looked at once. */
export function requestsOnce(): (pod: Pod) => ResourceAmounts {
  const known = new Map<Pod, ResourceAmounts>();
  return (pod) => {
    let requests = known.get(pod);
    if (requests === undefined) known.set(pod, (requests = requestsOf(pod)));
    return requests;
  };
}

/** Adds `amounts` to `total`, `times` over. */
export function addAmounts(total: ResourceAmounts, amounts: ReadonlyMap<string, Quantity>, times = 1): void {
  for (const [resource, { unscaled, exponent, format }] of amounts) {
    total.set(
      resource,
      addQuantities(total.get(resource) ?? NO_AMOUNT, { unscaled: unscaled * BigInt(times), exponent, format }),
    );
  }
}

/** What is requested, with a zero for every allocatable resource that no pod requests. */
export function requestedOf(allocatable: ResourceAmounts, requested: ResourceAmounts): ResourceAmounts {
  const zeros = [...allocatable].map(([resource, { format }]) => [resource, { ...NO_AMOUNT, format }] as const);
  return new Map([...zeros, ...requested]);
}

/**
 * What of `allocatable` is left; below zero where more is requested than there is. Every resource of either is there.
 */
export function freeAmounts(allocatable: ResourceAmounts, requested: ResourceAmounts): ResourceAmounts {
  const resources = new Set([...allocatable.keys(), ...requested.keys()]);
  return new Map(
    [...resources].map((resource) => [
      resource,
      subtractQuantities(allocatable.get(resource) ?? NO_AMOUNT, requested.get(resource) ?? NO_AMOUNT),
    ]),
  );
}

/** True when any amount is below zero. */
export function anyBelowZero(amounts: ResourceAmounts): boolean {
  return [...amounts.values()].some((amount) => compareQuantities(amount, ZERO_QUANTITY) < 0);
}

/** By resource name in byte order. */
export function quantitiesOf(amounts: ResourceAmounts): ResourceQuantity[] {
  return [...amounts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([resource, amount]) => ({ resource, quantity: formatQuantity(amount) }));
}

/** The amounts of a count of pods. */
export function podSlots(count: number): Quantity {
  return { unscaled: BigInt(count), exponent: 0, format: 'DecimalSI' };
}

/** As manifests usually write them: bytes in powers of 1024, everything else in powers of 1000. */
function accountedQuantity(name: string, exact: bigint): Quantity {
  const isBytes = name === 'memory' || name === 'ephemeral-storage' || name.startsWith('hugepages-');
  return { unscaled: exact, exponent: name === 'cpu' ? -3 : 0, format: isBytes ? 'BinarySI' : 'DecimalSI' };
}
