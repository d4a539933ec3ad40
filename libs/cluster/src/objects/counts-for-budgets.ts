const COUNTED = new Set(['Pod', 'PodDisruptionBudget', 'ReplicaSet', 'ReplicationController', 'StatefulSet']);

/** Whether what happens to objects of this kind may move the status of the PodDisruptionBudgets of their namespace. */
export function countsForBudgets(kind: string): boolean {
  return COUNTED.has(kind);
}
