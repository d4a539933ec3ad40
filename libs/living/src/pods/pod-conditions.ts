import { equalJson } from '#json';
import type { Condition, Pod } from '#kubernetes';

/** What is said of a pod. */
export interface SaidCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** What kubelets say of a pod, in their order; they leave `PodScheduled` as it is. */
const OF_KUBELETS = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];

/**
 * The conditions of a pod with these, each in place of the one of its type, or behind the others.
 * // as kubernetes v1.34 podutil.UpdatePodCondition
 */
export function withConditions(pod: Pod, said: readonly SaidCondition[], time: string): readonly Condition[] {
  const before: readonly Condition[] = pod.status?.conditions ?? [];
  const now = written(pod, said, time);
  const kept = before.map((one) => now.get(one.type ?? '') ?? one);
  const added = [...now.values()].filter(({ type }) => !before.some((one) => one.type === type));
  return [...kept, ...added];
}

/** The conditions of a pod as its kubelet writes them: those of others come first. // as generateAPIPodStatus */
export function kubeletConditions(pod: Pod, said: readonly SaidCondition[], time: string): readonly Condition[] {
  const before: readonly Condition[] = pod.status?.conditions ?? [];
  const now = written(pod, said, time);
  const others = before.filter(({ type }) => !OF_KUBELETS.includes(type ?? ''));
  const own = OF_KUBELETS.flatMap((type) => now.get(type) ?? before.find((one) => one.type === type) ?? []);
  return [...others, ...own];
}

/** A pod with a condition; undefined where it says so already. */
export function withCondition(pod: Pod, said: SaidCondition, time: string): Pod | undefined {
  const conditions = [...withConditions(pod, [said], time)];
  if (equalJson(conditions, [...(pod.status?.conditions ?? [])])) return undefined;
  return { ...pod, status: { ...pod.status, conditions } };
}

/** By type: since when it is so, and of which generation of the pod. // as CalculatePodConditionObservedGeneration */
function written(pod: Pod, said: readonly SaidCondition[], time: string): ReadonlyMap<string, Condition> {
  const { generation } = pod.metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  return new Map(
    said.map(({ type, status, ...why }) => {
      const known = pod.status?.conditions?.find((one) => one.type === type);
      const since = known?.status === status ? known.lastTransitionTime : undefined;
      return [type, { type, ...observed, status, lastProbeTime: null, lastTransitionTime: since ?? time, ...why }];
    }),
  );
}
