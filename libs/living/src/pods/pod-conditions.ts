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
