import type { ReplayedState } from '#state';

/**
 * A source counts its disruption budgets itself, and its scheduler reads the status that they have. A state in memory
 * has budgets that are counted when they are read, as in clusters where Berth is the controller.
 */
export function takeSeenBudgets({ state: { snapshot }, past }: ReplayedState): void {
  const budgets = past.ofKind('PodDisruptionBudget');
  if (budgets.length === 0) return;
  const inOrder = budgets.toSorted((a, b) => Number(a.createdPosition - b.createdPosition));
  snapshot.replaceObjects(
    'podDisruptionBudgets',
    inOrder.map((budget) => budget.stored().object),
  );
}
