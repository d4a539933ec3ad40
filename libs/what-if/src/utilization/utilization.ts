import { formatQuantity } from '#apimachinery';
import type { ReadableSnapshot } from '#scheduler';

/** What all nodes have of a resource, and what the pods on them request. */
export interface ResourceUse {
  readonly resource: string;
  /** Kubernetes quantities. */
  readonly allocatable: string;
  readonly requested: string;
  /** Requested by allocatable, to six decimals; null where there is none of it. */
  readonly ratio: number | null;
}

/** By resource name in byte order; `pods` counts pods. Of resources that no node has and no pod requests nothing. */
export function utilizationOf(snapshot: ReadableSnapshot): ResourceUse[] {
  const { nodeCount, allowedPods, podCount } = snapshot;
  const amounts = [...snapshot.resources.values()].map(({ name, allocatable, requested }): Sums => {
    let [most, taken] = [0n, 0n];
    for (let row = 0; row < nodeCount; row += 1) {
      most += allocatable.at(row);
      taken += requested.at(row);
    }
    return [name, most, taken];
  });
  let [most, taken] = [0, 0];
  for (let row = 0; row < nodeCount; row += 1) {
    most += allowedPods[row] ?? 0;
    taken += podCount[row] ?? 0;
  }
  return [...amounts, ['pods', BigInt(most), BigInt(taken)] satisfies Sums]
    .filter(([, allocatable, requested]) => allocatable !== 0n || requested !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(useOf);
}

type Sums = [name: string, allocatable: bigint, requested: bigint];

function useOf([resource, allocatable, requested]: Sums): ResourceUse {
  return {
    resource,
    allocatable: amountText(resource, allocatable),
    requested: amountText(resource, requested),
    ratio: allocatable === 0n ? null : Number((requested * 1_000_000n) / allocatable) / 1_000_000,
  };
}

/** An amount of the engine: cpu in thousandths, bytes in powers of 1024, everything else in units. */
export function amountText(resource: string, amount: bigint): string {
  const isBytes = /^(memory|ephemeral-storage|hugepages-.+)$/.test(resource);
  return formatQuantity({
    unscaled: amount,
    exponent: resource === 'cpu' ? -3 : 0,
    format: isBytes ? 'BinarySI' : 'DecimalSI',
  });
}
