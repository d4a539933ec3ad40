import type { Condition, PodDisruptionBudget } from '#kubernetes';
import { isHealthy, type SelectedPods } from './selected-pods.js';

/** policy/v1 PodDisruptionBudgetStatus, as the server owns it. */
export interface BudgetStatus {
  readonly conditions: readonly (Condition & { readonly observedGeneration?: number })[];
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly disruptedPods?: Readonly<Record<string, string>>;
  readonly disruptionsAllowed: number;
  readonly expectedPods: number;
  readonly observedGeneration?: number;
}

/** What the status of a budget is computed from. */
export interface BudgetScope {
  /** The pods that it selects. */
  readonly pods: Pick<SelectedPods, 'count' | 'healthy' | 'byController' | 'get'>;
  /** The replicas that a controller wants; undefined for one that the cluster does not keep. */
  readonly replicasOf: (controller: string) => number | undefined;
  readonly at: Date;
}

/**
 * The status of a budget as the disruption controller v1.34 computes it, with two readings of a model without
 * kubelets and without every controller: a pod is healthy when its Ready condition says so, or, when it has none,
 * when it is on a node and has not ended; and a pod whose controller is not stored (a Job, a custom resource) counts as
 * one replica where upstream gives up.
 */
export function budgetStatus(budget: PodDisruptionBudget, scope: BudgetScope): BudgetStatus {
  const disruptedPods = stillDisrupted(budget, scope);
  const { expectedPods, desiredHealthy } = wanted(budget, scope);
  const currentHealthy =
    scope.pods.healthy - Object.keys(disruptedPods).filter((name) => countsAsHealthy(name, scope)).length;
  // A budget that selects nothing yet allows nothing: its first pods must not be disrupted before they are counted.
  const disruptionsAllowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const { generation } = budget.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  return {
    conditions: conditionsOf(budget, disruptionsAllowed > 0, scope.at),
    currentHealthy,
    desiredHealthy,
    ...(Object.keys(disruptedPods).length === 0 ? {} : { disruptedPods }),
    disruptionsAllowed,
    expectedPods,
    ...observed,
  };
}

function countsAsHealthy(name: string, { pods }: BudgetScope): boolean {
  const pod = pods.get(name);
  return pod !== undefined && isHealthy(pod);
}

/** How many pods there should be, and how many of them healthy. As disruption controller v1.34 getExpectedPodCount. */
function wanted(
  { spec: { maxUnavailable, minAvailable } }: PodDisruptionBudget,
  scope: BudgetScope,
): { readonly expectedPods: number; readonly desiredHealthy: number } {
  if (maxUnavailable !== undefined) {
    const expectedPods = expectedScale(scope);
    return { expectedPods, desiredHealthy: Math.max(0, expectedPods - scaled(maxUnavailable, expectedPods)) };
  }
  if (typeof minAvailable === 'number') return { expectedPods: scope.pods.count, desiredHealthy: minAvailable };
  if (minAvailable === undefined) return { expectedPods: 0, desiredHealthy: 0 };
  const expectedPods = expectedScale(scope);
  return { expectedPods, desiredHealthy: scaled(minAvailable, expectedPods) };
}

/**
 * The sum over the controllers of the pods, each once. Pods without a controller are in no scale. As disruption
 * controller v1.34 getExpectedScale.
 */
function expectedScale({ pods, replicasOf }: BudgetScope): number {
  let sum = 0;
  for (const [controller, count] of pods.byController) sum += replicasOf(controller) ?? count;
  return sum;
}

/** A number, or a percentage of the whole, rounded up. As intstr v1.34 GetScaledValueFromIntOrPercent. */
function scaled(value: number | string, whole: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) * whole) / 100);
}

/** A disruption that was announced is believed in for so long. As disruption controller v1.34 DeletionTimeout. */
const DISRUPTION_KNOWN_MS = 2 * 60 * 1000;

/**
 * Announced disruptions of pods that are still there, while they are believed in. As disruption controller
 * v1.34 buildDisruptedPodMap.
 */
function stillDisrupted({ status }: PodDisruptionBudget, { pods, at }: BudgetScope): Readonly<Record<string, string>> {
  const stays = (name: string): boolean => pods.get(name)?.terminating === false;
  const announced = Object.entries(status?.disruptedPods ?? {});
  return Object.fromEntries(
    announced.filter(([name, since]) => stays(name) && Date.parse(since) + DISRUPTION_KNOWN_MS >= at.getTime()),
  );
}

const CONDITION = 'DisruptionAllowed';

/** As policy/v1 UpdateDisruptionAllowedCondition: the time is that of the last change of the condition's status. */
function conditionsOf(budget: PodDisruptionBudget, allowed: boolean, at: Date): BudgetStatus['conditions'] {
  const { conditions = [] } = (budget.status ?? {}) as { readonly conditions?: BudgetStatus['conditions'] };
  const before = conditions.find(({ type }) => type === CONDITION);
  const status = allowed ? 'True' : 'False';
  const { generation } = budget.metadata;
  const now: BudgetStatus['conditions'][number] = {
    type: CONDITION,
    status,
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    lastTransitionTime:
      before?.status === status && before.lastTransitionTime !== undefined
        ? before.lastTransitionTime
        : `${at.toISOString().slice(0, 19)}Z`,
    reason: allowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
  };
  return before === undefined
    ? [...conditions, now]
    : conditions.map((condition) => (condition === before ? now : condition));
}
