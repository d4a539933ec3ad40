import type { PodSpec } from '../../pod-spec/index.js';
import {
  addQuantities,
  compareQuantities,
  isQuantityProblem,
  parseQuantity,
  ZERO_QUANTITY,
  type Quantity,
} from '#apimachinery';
import type { ResourceList, ResourceRequirements } from '../../resources/index.js';

const COUNTED = ['cpu', 'memory'];

/**
 * Guaranteed where cpu and memory are limited everywhere and requested as limited, BestEffort where neither is asked
 * for at all, otherwise Burstable.
 * // as API server v1.34 qos.ComputePodQOS
 */
export function qosClass(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const parts = resourcesOf(spec);
  const requests = new Map<string, Quantity>();
  const limits = new Map<string, Quantity>();
  let limitedEverywhere = true;
  for (const part of parts) {
    addPositive(requests, part.requests);
    limitedEverywhere &&= addPositive(limits, part.limits) === COUNTED.length;
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  return limitedEverywhere && same(requests, limits) ? 'Guaranteed' : 'Burstable';
}

function resourcesOf(spec: PodSpec): readonly ResourceRequirements[] {
  if (spec.resources?.requests !== undefined || spec.resources?.limits !== undefined) return [spec.resources];
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map((container) => container.resources ?? {});
}

/** Adds the amounts that are more than nothing and tells how many there were. */
function addPositive(totals: Map<string, Quantity>, amounts: ResourceList = {}): number {
  let found = 0;
  for (const name of COUNTED) {
    const amount = Object.hasOwn(amounts, name) ? parseQuantity(amounts[name] ?? '0') : ZERO_QUANTITY;
    if (isQuantityProblem(amount) || amount.unscaled <= 0n) continue;
    totals.set(name, addQuantities(totals.get(name) ?? ZERO_QUANTITY, amount));
    found += 1;
  }
  return found;
}

function same(requests: ReadonlyMap<string, Quantity>, limits: ReadonlyMap<string, Quantity>): boolean {
  return (
    requests.size === limits.size &&
    [...requests].every(([name, amount]) => {
      const limit = limits.get(name);
      return limit !== undefined && compareQuantities(amount, limit) === 0;
    })
  );
}
