import type { Condition, Pod, PodDisruptionBudget } from '#kubernetes';
import { isReady } from '../../pods/index.js';
import { isGoing } from '../../state/index.js';

/** A disruption that was announced is believed in for so long. // as DeletionTimeout */
const BELIEVED_MS = 120_000;
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
  const healthy = pods.filter((pod) => !isGoing(pod) && isReady(pod) && !Object.hasOwn(disruptedPods, nameOf(pod)));
  const { expectedPods, desiredHealthy } = expected;
  const currentHealthy = healthy.length;
  const disruptionsAllowed = expectedPods <= 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
  const reason = disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods';
  return {
    conditions: withAllowed(budget, { isAllowed: disruptionsAllowed > 0, reason, message: '', time }),
    ...{ currentHealthy, desiredHealthy, disruptionsAllowed, expectedPods },
    ...(Object.keys(disruptedPods).length > 0 && { disruptedPods }),
    ...observed(budget),
  };
}

/** What cannot be computed allows nothing. // as disruption controller v1.34 failSafe */
export function failedStatus(budget: PodDisruptionBudget, message: string, time: string): BudgetStatus {
  const conditions = withAllowed(budget, { isAllowed: false, reason: 'SyncFailed', message, time });
  return { ...budget.status, disruptionsAllowed: 0, conditions };
}

/** When the next announced disruption is believed in no more, in milliseconds since 1970; Infinity: never. */
export function recheckAt({ disruptedPods = {} }: BudgetStatus): number {
  return Math.min(Infinity, ...Object.values(disruptedPods).map((since) => Date.parse(since) + BELIEVED_MS + 1_000));
}

/** // as buildDisruptedPodMap */
function stillDisrupted(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  now: number,
): Readonly<Record<string, string>> {
  // A pod that came after the disruption has only the name of the one that was disrupted.
  const came = new Map(
    pods.filter((pod) => !isGoing(pod)).map((pod) => [nameOf(pod), Date.parse(pod.metadata.creationTimestamp ?? '')]),
  );
  const announced = Object.entries(status?.disruptedPods ?? {});
  return Object.fromEntries(
    announced.filter(([name, since]) => {
      const isThere = (came.get(name) ?? Infinity) < Date.parse(since);
      return isThere && Date.parse(since) + BELIEVED_MS >= now;
    }),
  );
}

interface Said {
  readonly isAllowed: boolean;
  readonly reason: string;
  readonly message: string;
  readonly time: string;
}

function withAllowed(
  budget: PodDisruptionBudget,
  { isAllowed, reason, message, time }: Said,
): readonly BudgetCondition[] {
  const { conditions = [] } = (budget.status ?? {}) as BudgetStatus;
  const before = conditions.find(({ type }) => type === ALLOWED);
  const status = isAllowed ? 'True' : 'False';
  const since = before?.status === status ? before.lastTransitionTime : undefined;
  const said = { type: ALLOWED, status, ...observed(budget), lastTransitionTime: since ?? time, reason, message };
  return before === undefined ? [...conditions, said] : conditions.map((one) => (one === before ? said : one));
}

function observed({ metadata: { generation } }: PodDisruptionBudget): { readonly observedGeneration?: number } {
  return generation === undefined ? {} : { observedGeneration: generation };
}

function nameOf({ metadata: { name } }: Pod): string {
  return name;
}
