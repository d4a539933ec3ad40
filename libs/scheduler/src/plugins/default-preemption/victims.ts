import type { Status } from '../../evidence/index.js';
import type { TrialNode } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { DisruptionBudgets, Stands } from './disruption-budgets.js';
import { compareImportance } from './importance.js';

/** The pods that would have to go, the most important first. */
export interface Victims {
  readonly victims: readonly PlacedPod[];
  /** How many of them a PodDisruptionBudget would keep. */
  readonly budgetViolations: number;
  /** How budgets stood to the pods of the node: where they stand otherwise, others may be the victims. */
  readonly stands: Stands | null;
}

const NO_VICTIMS: Status = Object.freeze({
  plugin: null,
  code: 'UnschedulableAndUnresolvable',
  reasons: Object.freeze(['No preemption victims found for incoming pod']),
});

/**
 * Takes every pod of lower priority from the node; if the pod then fits, puts back as many as it leaves room for,
 * those whose budget is exhausted before the others and the important before the less important. As kube-scheduler
 * v1.34 SelectVictimsOnNode.
 */
export function selectVictims(
  node: TrialNode,
  { priority, budgets }: { readonly priority: number; readonly budgets: DisruptionBudgets },
): Victims | Status {
  const lower = node.pods.filter((pod) => pod.priority < priority);
  if (lower.length === 0) return NO_VICTIMS;
  for (const pod of lower) node.removePod(pod);
  const failure = node.firstFailure();
  if (failure !== null) return failure;
  lower.sort(compareImportance);
  const { violating: kept, stands } = budgets.protection(lower);
  const isProtected = (pod: PlacedPod): boolean => kept.has(pod);
  const violating = lower.filter(isProtected).filter((pod) => !reprieved(node, pod));
  const others = lower.filter((pod) => !isProtected(pod)).filter((pod) => !reprieved(node, pod));
  const victims = [...violating, ...others].sort(compareImportance);
  return { victims, budgetViolations: violating.length, stands };
}

/** Whether the pod can stay: then it is back on the node. */
function reprieved(node: TrialNode, pod: PlacedPod): boolean {
  node.addPod(pod);
  if (node.firstFailure() === null) return true;
  node.removePod(pod);
  return false;
}
