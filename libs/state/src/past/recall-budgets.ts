import type { PodDisruptionBudget } from '#kubernetes';
import type { PastState } from '../objects/index.js';
import { BudgetBook, budgetPodOf, CONTROLLERS, replicasOf } from '#cluster';

/** The budgets of a cluster as they were, with the pods that they select. */
export function bookOf(past: PastState, at: Date): BudgetBook {
  const budgets = [...past.ofKind('PodDisruptionBudget')].sort((a, b) => Number(a.createdPosition - b.createdPosition));
  const book = new BudgetBook(
    budgets.map((budget) => ({
      object: budget.stored().object as unknown as PodDisruptionBudget,
      createdPosition: budget.createdPosition,
    })),
    at,
  );
  if (budgets.length === 0) return book;
  const namespaces = new Set(book.namespaces);
  for (const kind of CONTROLLERS)
    for (const controller of past.ofKind(kind)) {
      const { namespace, name, uid } = controller;
      if (namespaces.has(namespace))
        book.setController({ kind, namespace, name }, { uid, replicas: replicasOf(controller.stored().object) });
    }
  for (const pod of past.ofKind('Pod'))
    if (namespaces.has(pod.namespace)) book.addPod(budgetPodOf(pod.stored().object));
  return book;
}
