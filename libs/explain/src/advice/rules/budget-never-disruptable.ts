import { podsOf } from '../model.js';
import type { Rule } from '../rule.js';
import { countOf } from '../words.js';

/** A budget that leaves nothing to be disrupted, however healthy its pods are: their nodes cannot be drained. */
export const budgetNeverDisruptable: Rule = {
  name: 'budget-never-disruptable',
  description: 'A PodDisruptionBudget allows no disruption even when all of its pods are healthy.',
  *find(model) {
    for (const { metadata, spec } of model.objects.budgets) {
      const { name = '', namespace = '' } = metadata;
      const groups = model.selected(namespace, spec.selector);
      const pods = podsOf(groups);
      if (pods.length === 0 || mayGo(spec, pods.length) > 0) continue;
      yield {
        namespace,
        objects: [{ kind: 'PodDisruptionBudget', namespace, name }, ...pods],
        sentence:
          `PodDisruptionBudget ${namespace}/${name} never allows a disruption of its ${countOf(pods.length, 'pod')} ` +
          `(${saysOf(spec)}): the nodes that they are on cannot be drained.`,
        remedy: 'Allow at least one disruption, or run more pods than the budget requires.',
      };
    }
  },
};

interface BudgetSpec {
  readonly minAvailable?: number | string;
  readonly maxUnavailable?: number | string;
}

/** How many of so many healthy pods may go; percentages are rounded up, as the disruption controller does. */
function mayGo({ minAvailable, maxUnavailable }: BudgetSpec, pods: number): number {
  if (maxUnavailable !== undefined) return countIn(maxUnavailable, pods);
  return minAvailable === undefined ? pods : pods - countIn(minAvailable, pods);
}

function countIn(amount: number | string, of: number): number {
  return typeof amount === 'number' ? amount : Math.ceil((Number.parseInt(amount, 10) * of) / 100);
}

function saysOf({ minAvailable, maxUnavailable }: BudgetSpec): string {
  return maxUnavailable === undefined ? `minAvailable: ${minAvailable ?? ''}` : `maxUnavailable: ${maxUnavailable}`;
}
