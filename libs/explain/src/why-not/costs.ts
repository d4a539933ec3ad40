import type { Change, ChangeKind } from '../pair/index.js';

/** What a change costs: a kind's weight counts once, or for each pod that has to go. */
export type Costs = Readonly<Record<ChangeKind | 'breakBudget', number>>;

/**
 * By how many people and processes each change concerns: a line of the pod, a line of the node, a pod that runs, a
 * machine, a user's data, and a promise that was made about pods.
 */
export const DEFAULT_COSTS: Costs = Object.freeze({
  uncordon: 1,
  addToleration: 2,
  setNodeLabel: 2,
  removeTaint: 3,
  removePodRequirement: 4,
  evictPods: 5,
  freePort: 5,
  freeResource: 5,
  addResource: 10,
  moveVolume: 30,
  breakBudget: 50,
});

/**
 * The cost of one change: an eviction by its pods and the budgets that it would break; more of a resource by as much
 * again as the share of the request that is missing; all else the weight of its kind. Rounded to hundredths.
 */
export function costOf(change: Change, costs: Costs): number {
  const weight = costs[change.kind];
  if ('pods' in change) {
    const { pods, otherPods = 0, budgets, otherBudgets = 0 } = change;
    return rounded(weight * (pods.length + otherPods) + costs.breakBudget * (budgets.length + otherBudgets));
  }
  return change.kind === 'addResource' ? addingCost(change.share, costs) : rounded(weight);
}

/** Of more of a resource, by the missing share of the request. */
export function addingCost(share: number, { addResource }: Costs): number {
  return rounded(addResource * (1 + share));
}

/** Of changes that are all made. */
export function costOfAll(changes: readonly Change[], costs: Costs): number {
  return rounded(changes.reduce((sum, change) => sum + costOf(change, costs), 0));
}

function rounded(cost: number): number {
  return Math.round(cost * 100) / 100;
}
