import { equalJson, ownField } from '#json';
import type { Condition, Pod, PodDisruptionBudget } from '#kubernetes';
import { isReady } from '../../pods/index.js';
import { isGoing } from '../../state/index.js';

/** A disruption that was announced is believed in for so long. // as DeletionTimeout */
const BELIEVED_MS = 120_000;
/** It is looked at again by a queue that waits so long. */
const RECHECK_MS = 5;
const ALLOWED = 'DisruptionAllowed';

/** policy/v1 PodDisruptionBudgetStatus. */
export type BudgetStatus = NonNullable<PodDisruptionBudget['status']> & {
  readonly observedGeneration?: number;
  readonly conditions?: readonly BudgetCondition[];
};

type BudgetCondition = Condition & { readonly observedGeneration?: number };

/** How many pods there should be, and how many of them healthy. */
export interface Expected {
  readonly expectedPods: number;
  readonly desiredHealthy: number;
}

/** A number, or a percentage of the whole, rounded up. */
export function scaled(value: number | string, whole: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) * whole) / 100);
}

/** // as disruption controller v1.34 updatePdbStatus */
export function countedStatus(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  { expected, now, time }: { readonly expected: Expected; readonly now: number; readonly time: string },
): BudgetStatus {
  const disruptedPods = stillDisrupted(budget, pods, now);
  const isHealthy = (pod: Pod): boolean =>
    !isGoing(pod) && isReady(pod) && !(believedUntil(ownField(disruptedPods, pod.metadata.name)) > now);
  const { expectedPods, desiredHealthy } = expected;
  const currentHealthy = pods.filter(isHealthy).length;
  const disruptionsAllowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const { generation } = budget.metadata;
  return {
    conditions: withAllowed(budget, { ...allowedBy(disruptionsAllowed), message: '', generation, time }),
    ...{ currentHealthy, desiredHealthy, disruptionsAllowed, expectedPods },
    ...(Object.keys(disruptedPods).length > 0 && { disruptedPods }),
    ...(generation !== undefined && { observedGeneration: generation }),
  };
}

/** Whether a budget says already what was counted; what else its condition says does not matter. */
export function isUpToDate({ status: before }: PodDisruptionBudget, status: BudgetStatus): boolean {
  const { conditions = [], ...counts } = (before ?? {}) as BudgetStatus;
  const { conditions: _, ...wanted } = status;
  const known = conditions.find(({ type }) => type === ALLOWED);
  const allowed = allowedBy(status.disruptionsAllowed ?? 0);
  return equalJson({ ...counts }, { ...wanted }) && known?.status === allowed.status && known.reason === allowed.reason;
}

/** What cannot be computed allows nothing; the condition is of the generation before. // as failSafe */
export function failedStatus(budget: PodDisruptionBudget, message: string, time: string): BudgetStatus {
  const counts = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...(budget.status as BudgetStatus) };
  const { observedGeneration: generation } = counts;
  const conditions = withAllowed(budget, { status: 'False', reason: 'SyncFailed', message, generation, time });
  return { ...counts, disruptionsAllowed: 0, conditions };
}

/** When the next announced disruption is believed in no more, in milliseconds since 1970; Infinity: never. */
export function recheckAt({ disruptedPods = {} }: BudgetStatus): number {
  return Math.min(Infinity, ...Object.values(disruptedPods).map((since) => believedUntil(since) + RECHECK_MS));
}

/** Pods that were to be disrupted, and were not. */
export function notDeleted({ status }: PodDisruptionBudget, pods: readonly Pod[], now: number): readonly Pod[] {
  const announced = status?.disruptedPods ?? {};
  return pods.filter((pod) => !isGoing(pod) && believedUntil(ownField(announced, pod.metadata.name)) < now);
}

/** // as buildDisruptedPodMap */
function stillDisrupted(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  now: number,
): Readonly<Record<string, string>> {
  // A pod that came after the disruption has only the name of the one that was disrupted.
  const came = new Map(
    pods
      .filter((pod) => !isGoing(pod))
      .map(({ metadata: { name, creationTimestamp = '' } }) => [name, Date.parse(creationTimestamp)]),
  );
  const announced = Object.entries(status?.disruptedPods ?? {});
  return Object.fromEntries(
    announced.filter(([name, since]) => {
      const isThere = (came.get(name) ?? Infinity) < Date.parse(since);
      return isThere && believedUntil(since) >= now;
    }),
  );
}

/** NaN where nothing was announced. */
function believedUntil(since = ''): number {
  return Date.parse(since) + BELIEVED_MS;
}

interface Said {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly generation: number | undefined;
  readonly time: string;
}

function allowedBy(disruptionsAllowed: number): Pick<Said, 'status' | 'reason'> {
  return disruptionsAllowed > 0
    ? { status: 'True', reason: 'SufficientPods' }
    : { status: 'False', reason: 'InsufficientPods' };
}

/** // as meta.SetStatusCondition */
function withAllowed(
  { status: reported }: PodDisruptionBudget,
  { status, reason, message, generation, time }: Said,
): readonly BudgetCondition[] {
  const { conditions = [] } = (reported ?? {}) as BudgetStatus;
  const before = conditions.find(({ type }) => type === ALLOWED);
  const since = before?.status === status ? before.lastTransitionTime : undefined;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  const said = { type: ALLOWED, status, ...observed, lastTransitionTime: since ?? time, reason, message };
  return before === undefined ? [...conditions, said] : conditions.map((one) => (one === before ? said : one));
}
