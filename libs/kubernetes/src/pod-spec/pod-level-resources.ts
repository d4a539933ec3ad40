import type { JudgedField } from '../problems/index.js';
import { compareQuantities, formatQuantity, ZERO_QUANTITY } from '../quantity/index.js';
import { checkResources, podResourceName, soundAmounts } from '../resources/index.js';
import { aggregateRequests } from './pod-resources.js';
import type { PodSpec } from './pod-spec.js';

/** What a pod has as a whole, and its containers share. // as API server v1.34 validatePodResources */
export function checkPodLevelResources(spec: PodSpec, at: JudgedField): void {
  if (spec.os?.name === 'windows') {
    at.forbidden('may not be set for a windows pod');
    return;
  }
  const resources = spec.resources ?? {};
  if (resources.claims !== undefined) at.child('claims').forbidden('claims may not be set for Resources at pod-level');
  checkResources(resources, podResourceName, at);
  const requests = soundAmounts(resources.requests);
  for (const [name, amount] of aggregateRequests(spec)) {
    const ofPod = requests.get(name) ?? ZERO_QUANTITY;
    if (compareQuantities(amount, ofPod) <= 0) continue;
    const path = at.child('requests').key(name);
    path.invalid(
      formatQuantity(ofPod),
      `must be greater than or equal to aggregate container requests of ${formatQuantity(amount)}`,
    );
  }
  checkLimits(spec, at);
}

/** No container may use more than the pod. */
function checkLimits({ containers = [], resources }: PodSpec, at: JudgedField): void {
  const ofPod = soundAmounts(resources?.limits);
  containers.forEach((container, index) => {
    for (const [name, limit] of soundAmounts(container.resources?.limits)) {
      const most = ofPod.get(name);
      if (most === undefined || compareQuantities(limit, most) <= 0) continue;
      const path = at.child('containers').index(index).key(name).child('limits');
      path.invalid(formatQuantity(limit), `must be less than or equal to pod limits of ${formatQuantity(most)}`);
    }
  });
}
