import { type Change, changeOf, type Manifest, seconds } from '#cluster';
import type { Preemptor } from '../decide/index.js';

interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
}

/** The change that an eviction is: the pod as it last was, disrupted, and for whom it made room. */
export function evictionChange(pod: Manifest, preemptor: Preemptor, at: Date): Change {
  const { namespace, name, uid } = preemptor;
  const { conditions = [] } = (pod.status ?? {}) as { readonly conditions?: readonly PodCondition[] };
  const disrupted = { ...pod, status: { ...pod.status, conditions: withDisruption(conditions, preemptor, at) } };
  return { ...changeOf('evict', pod), body: { pod: disrupted, preemptor: { namespace, name, uid } } };
}

/**
 * As kube-scheduler v1.34 preemptPod: the condition in place of an earlier one, whose time stays when it said the same.
 */
function withDisruption(
  conditions: readonly PodCondition[],
  { schedulerName }: Preemptor,
  at: Date,
): readonly PodCondition[] {
  const before = conditions.find(({ type }) => type === 'DisruptionTarget');
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime:
      before?.status === 'True' && before.lastTransitionTime !== undefined ? before.lastTransitionTime : seconds(at),
    reason: 'PreemptionByScheduler',
    message: `${schedulerName}: preempting to accommodate a higher priority pod`,
  };
  return before === undefined
    ? [...conditions, target]
    : conditions.map((condition) => (condition === before ? target : condition));
}
