import type { KubernetesObject } from '#kubernetes';

/** A PodDisruptionBudget as far as counting an eviction reads and changes it. */
export interface CountingBudget extends KubernetesObject {
  readonly status?: BudgetCount;
}

interface BudgetCount {
  readonly observedGeneration?: number;
  readonly disruptionsAllowed?: number;
  readonly desiredHealthy?: number;
  readonly currentHealthy?: number;
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly conditions?: readonly BudgetCondition[];
}

interface BudgetCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly lastTransitionTime?: string;
}

/** Why a budget does not count a disruption. */
export interface BudgetProblem {
  /** `notNow`: 429. `processing`: the same, and the client is to ask again. `forbidden`: 403. */
  readonly kind: 'notNow' | 'processing' | 'forbidden';
  readonly reason: string;
}

/** Evictions that are not confirmed yet. // as MaxDisruptedPodSize of API server v1.34 */
const MOST_DISRUPTED_PODS = 2000;
/** Seconds after which a budget that is processed may be asked again. */
export const BUDGET_RETRY_SECONDS = 10;

/** Why the budget allows no disruption; undefined where it allows one. // as checkAndDecrement of API server v1.34 */
export function budgetProblem({ metadata, status = {} }: CountingBudget): BudgetProblem | undefined {
  const { name = '', generation = 0 } = metadata as { readonly name?: string; readonly generation?: number };
  const { observedGeneration = 0, disruptionsAllowed = 0, desiredHealthy = 0, currentHealthy = 0 } = status;
  if (observedGeneration < generation) return beingProcessed(name);
  const forbidden = (why: string): BudgetProblem => {
    return { kind: 'forbidden', reason: `poddisruptionbudget.policy ${JSON.stringify(name)} is forbidden: ${why}` };
  };
  if (disruptionsAllowed < 0) return forbidden('pdb disruptions allowed is negative');
  if (Object.keys(status.disruptedPods ?? {}).length > MOST_DISRUPTED_PODS)
    return forbidden('DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  if (disruptionsAllowed > 0) return undefined;
  const counts = `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  return { kind: 'notNow', reason: `The disruption budget ${name} ${counts}` };
}

function beingProcessed(name: string): BudgetProblem {
  return { kind: 'processing', reason: `The disruption budget ${name} is still being processed by the server.` };
}

/** The budget with the eviction of a pod counted: one disruption less, and the pod as disrupted at the time. */
export function countedBudget<T extends CountingBudget>(budget: T, pod: string, now: string): T {
  const { status = {} } = budget;
  const disruptionsAllowed = (status.disruptionsAllowed ?? 0) - 1;
  return {
    ...budget,
    status: {
      ...status,
      disruptionsAllowed,
      disruptedPods: { ...status.disruptedPods, [pod]: now },
      ...(disruptionsAllowed > 0 ? {} : { conditions: exhausted(status, now) }),
    },
  };
}

/** The conditions of a budget without a disruption left. // as UpdateDisruptionAllowedCondition */
function exhausted({ conditions = [], observedGeneration }: BudgetCount, now: string): readonly BudgetCondition[] {
  const old = conditions.find(({ type }) => type === 'DisruptionAllowed');
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    lastTransitionTime: old?.status === 'False' ? (old.lastTransitionTime ?? now) : now,
    reason: 'InsufficientPods',
    message: '',
  };
  if (old === undefined) return [...conditions, condition];
  return conditions.map((one) => (one === old ? condition : one));
}
