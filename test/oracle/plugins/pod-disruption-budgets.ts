import { parseSelector, selects } from '../label-selector.js';
import { nameOf, namespaceOf } from '../model.js';
import type { PodDisruptionBudgetObject, PodObject } from '../objects.js';

/**
 * Those of the pods whose disruption no budget allows, when they are disrupted in this order. Each pod takes from every
 * budget that selects it, also when it is not allowed.
 */
export function violatingPods(
  pods: readonly PodObject[],
  budgets: readonly PodDisruptionBudgetObject[],
): readonly PodObject[] {
  const left = budgets.map(({ status }) => status?.disruptionsAllowed ?? 0);
  return pods.filter((pod) => {
    let violates = false;
    budgets.forEach((budget, index) => {
      if (!covers(budget, pod)) return;
      left[index] = (left[index] ?? 0) - 1;
      if ((left[index] ?? 0) < 0) violates = true;
    });
    return violates;
  });
}

/** An empty selector covers nothing here; a pod that is being disrupted already takes nothing. */
function covers(budget: PodDisruptionBudgetObject, pod: PodObject): boolean {
  const selector = parseSelector(budget.spec?.selector);
  const labels = pod.metadata?.labels ?? {};
  if (namespaceOf(budget) !== namespaceOf(pod) || Object.keys(labels).length === 0) return false;
  if (selector === null || 'error' in selector || selector.length === 0) return false;
  return selects(selector, labels) && !Object.hasOwn(budget.status?.disruptedPods ?? {}, nameOf(pod));
}
