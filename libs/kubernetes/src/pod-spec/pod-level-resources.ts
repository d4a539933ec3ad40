import { compareQuantities, formatQuantity, type JudgedField } from '#apimachinery';
import { checkPodResources, soundAmounts, type Amounts, type ResourceRequirements } from '../resources/index.js';
import { aggregateLimits, aggregateRequests } from './pod-resources.js';
import type { PodSpec } from './pod-spec.js';

/** What a pod with claims has as a whole, and its containers share. // as API server v1.34 validatePodResources */
export function checkPodLevelResources(spec: PodSpec, claims: ReadonlySet<string>, at: JudgedField): void {
  if (spec.os?.name === 'windows') {
    at.forbidden('may not be set for a windows pod');
    return;
  }
  const resources = spec.resources ?? {};
  if (resources.claims !== undefined) at.child('claims').forbidden('claims may not be set for Resources at pod-level');
  checkPodResources(resources, claims, at);
  checkAtLeast(resources, { requests: aggregateRequests(spec), limits: hugePages(aggregateLimits(spec)) }, at);
  checkLimits(spec, at);
}

/** What its containers have together is no more than what is said of the pod. */
function checkAtLeast(
  ofPod: ResourceRequirements,
  ofContainers: { readonly [field in 'requests' | 'limits']: Amounts },
  at: JudgedField,
): void {
  for (const field of ['requests', 'limits'] as const) {
    const amounts = soundAmounts(ofPod[field]);
    for (const [name, together] of ofContainers[field]) {
      const amount = amounts.get(name);
      if (amount === undefined || compareQuantities(together, amount) <= 0) continue;
      const least = `must be greater than or equal to aggregate container ${field} of ${formatQuantity(together)}`;
      at.child(field).key(name).invalid(formatQuantity(amount), least);
    }
  }
}

/** Huge pages cannot be overcommitted. */
function hugePages(amounts: Amounts): Amounts {
  return new Map([...amounts].filter(([name]) => name.startsWith('hugepages-')));
}

/** No container may use more than the pod. */
function checkLimits({ containers, resources }: PodSpec, at: JudgedField): void {
  const ofPod = soundAmounts(resources?.limits);
  containers?.forEach((container, index) => {
    for (const [name, limit] of soundAmounts(container.resources?.limits)) {
      const most = ofPod.get(name);
      if (most === undefined || compareQuantities(limit, most) <= 0) continue;
      const path = at.child('containers').index(index).key(name).child('limits');
      path.invalid(formatQuantity(limit), `must be less than or equal to pod limits of ${formatQuantity(most)}`);
    }
  });
}
