import { allKinds, type Pod, type PodDisruptionBudget } from '#kubernetes';
import type { PastObject, PastState } from '#history';
import { BudgetBook } from '#cluster';

/** The kinds whose objects say how many pods they want. */
const CONTROLLERS = allKinds().filter(({ scalesPods }) => scalesPods);

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
  for (const { kind } of CONTROLLERS)
    for (const controller of past.ofKind(kind))
      if (namespaces.has(controller.namespace)) addController(book, controller);
  for (const pod of past.ofKind('Pod')) if (namespaces.has(pod.namespace)) addPod(book, pod);
  return book;
}

function addController(book: BudgetBook, controller: PastObject): void {
  const { replicas } = (controller.stored().object.spec ?? {}) as { readonly replicas?: number };
  book.addController(controller.uid, replicas ?? 1);
}

function addPod(book: BudgetBook, past: PastObject): void {
  const { metadata, spec, status } = past.stored().object as unknown as Pod;
  const { phase } = status ?? {};
  book.addPod({
    namespace: past.namespace,
    name: past.name,
    labels: metadata.labels ?? {},
    running: spec.nodeName !== undefined && phase !== 'Succeeded' && phase !== 'Failed',
    terminating: metadata.deletionTimestamp !== undefined,
    ready: status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? null,
    controller: metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid ?? null,
  });
}
