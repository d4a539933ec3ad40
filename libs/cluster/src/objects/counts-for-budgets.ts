import { findKindByName } from '#kubernetes';

/** Whether what happens to objects of this kind may move the status of the PodDisruptionBudgets of their namespace. */
export function countsForBudgets(kind: string): boolean {
  return kind === 'Pod' || kind === 'PodDisruptionBudget' || findKindByName(kind)?.scalesPods === true;
}
