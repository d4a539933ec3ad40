import { equalJson } from '#json';
import type { Condition, Pod } from '#kubernetes';

/** What is said of a pod. */
export interface SaidCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The conditions of a pod with these in place of others of their types; the rest stays as it is. */
export function withConditions(pod: Pod, said: readonly SaidCondition[], time: string): readonly Condition[] {
  const before = pod.status?.conditions ?? [];
  const now = said.map(({ type, status, ...why }) => {
    const known = before.find((one) => one.type === type);
    const since = known?.status === status ? known.lastTransitionTime : undefined;
    return { type, status, lastProbeTime: null, lastTransitionTime: since ?? time, ...why };
  });
  const others = before.filter(({ type }) => !said.some((one) => one.type === type));
  return [...now, ...others];
}

/**
 * A pod with a condition: in place of the one of its type, or behind the others; undefined where it says so already.
 * // as kubernetes v1.34 podutil.UpdatePodCondition, with CalculatePodConditionObservedGeneration
 */
export function withCondition(pod: Pod, { type, status, ...why }: SaidCondition, time: string): Pod | undefined {
  const before: readonly Condition[] = pod.status?.conditions ?? [];
  const known = before.find((one) => one.type === type);
  const { generation } = pod.metadata;
  const said = {
    type,
    ...(generation !== undefined && { observedGeneration: generation }),
    status,
    lastProbeTime: null,
    lastTransitionTime: known?.status === status ? (known.lastTransitionTime ?? time) : time,
    ...why,
  };
  if (equalJson({ ...known }, said)) return undefined;
  const conditions = known === undefined ? [...before, said] : before.map((one) => (one === known ? said : one));
  return { ...pod, status: { ...pod.status, conditions } };
}
