import type { Condition } from '#kubernetes';
import type { Manifest } from '#rows';
import { seconds } from '#writes';

/** A condition of a pod as the API server writes it. */
export interface PodCondition extends Condition {
  /** Null: Berth probes nothing. */
  readonly lastProbeTime?: string | null;
  /** The generation of the pod that it was said of. */
  readonly observedGeneration?: number;
}

/** What is said of a pod. */
export type SaidCondition = Required<Pick<Condition, 'type' | 'status' | 'reason' | 'message'>>;

/** Why a pod is on no node: what the PodScheduled condition says then, in kube-scheduler's words. */
export interface NotScheduled {
  readonly reason: 'Unschedulable' | 'SchedulerError' | 'SchedulingGated';
  readonly message: string;
}

/**
 * The pod with the condition in place of an earlier one of its type, or last; the same pod where it says that already.
 * The time moves when the status does, not with the reason or the message. As API server v1.34 UpdatePodCondition.
 */
export function withCondition(
  pod: Manifest,
  said: SaidCondition,
  at: Date,
  generation: unknown = pod.metadata.generation,
): Manifest {
  const { conditions = [] } = (pod.status ?? {}) as { readonly conditions?: readonly PodCondition[] };
  const before = conditions.find(({ type }) => type === said.type);
  const now: PodCondition = {
    type: said.type,
    ...(typeof generation === 'number' ? { observedGeneration: generation } : {}),
    status: said.status,
    lastProbeTime: null,
    lastTransitionTime: (before?.status === said.status && before.lastTransitionTime) || seconds(at),
    reason: said.reason,
    message: said.message,
  };
  if (before !== undefined && saysTheSame(before, now)) return pod;
  const after = before === undefined ? [...conditions, now] : conditions.map((one) => (one === before ? now : one));
  return { ...pod, status: { ...pod.status, conditions: after } };
}

/** The pod with why it is on no node. */
export function withNotScheduled(pod: Manifest, { reason, message }: NotScheduled, at: Date): Manifest {
  return withCondition(pod, { type: 'PodScheduled', status: 'False', reason, message }, at);
}

/**
 * A pod that waits for its gates says so from the start, unless it says something else already. As API server v1.34
 * applySchedulingGatedCondition. Where the pod was there before, what it said since then stays.
 */
export function withGates(object: Manifest, at: Date, old?: Manifest): Manifest {
  const { schedulingGates = [] } = (object.spec ?? {}) as { readonly schedulingGates?: readonly unknown[] };
  if (object.kind !== 'Pod' || schedulingGates.length === 0 || scheduledCondition(object) !== undefined) return object;
  const { lastTransitionTime = '' } = (old && scheduledCondition(old)) ?? {};
  const since = lastTransitionTime === '' ? at : new Date(lastTransitionTime);
  // It is said before the generation is counted.
  return withCondition(object, { type: 'PodScheduled', status: 'False', ...GATED }, since, null);
}

const GATED: NotScheduled = {
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
};

function scheduledCondition({ status }: Manifest): PodCondition | undefined {
  const { conditions = [] } = (status ?? {}) as { readonly conditions?: readonly PodCondition[] };
  return conditions.find(({ type }) => type === 'PodScheduled');
}

function saysTheSame(a: PodCondition, b: PodCondition): boolean {
  return (
    a.status === b.status &&
    a.reason === b.reason &&
    a.message === b.message &&
    a.observedGeneration === b.observedGeneration &&
    a.lastTransitionTime === b.lastTransitionTime &&
    (a.lastProbeTime ?? null) === null
  );
}
