import type { PodName } from '#audit';
import { DEFAULT_SCHEDULER_NAME, displacedBy, type Attempt, type Pod, type Snapshot } from '#scheduler';
import type { PlannedEffect } from './planned-effect.js';
import type { Preemption } from '../run.js';

/**
 * What an attempt does to the cluster, in the order in which kube-scheduler does it; `snapshot` is as
 * it was before the attempt.
 */
export function attemptEffects(
  attempt: Attempt,
  { snapshot, preemption }: { readonly snapshot: Snapshot; readonly preemption: Preemption },
): PlannedEffect[] {
  const { nodeName, patches } = attempt;
  const pod = podName(attempt.pod);
  if (nodeName === null) return failureEffects(attempt, { snapshot, preemption });
  return [
    ...patches.map((patch) => ({ op: 'patch', patch }) as const),
    { op: 'bind', pod, node: nodeName, status: attempt.pod.status },
  ];
}

/**
 * Victims go, less important pods lose their nomination of the node, and the pod says why it is on none, and which one
 * it is nominated to: none, where a search found nothing. As kube-scheduler v1.34 prepareCandidate and
 * handleSchedulingFailure. A pod that waits for its gates was not tried, and said so when it was created.
 */
function failureEffects(
  { pod, outcome, message, postFilter }: Attempt,
  { snapshot, preemption }: { readonly snapshot: Snapshot; readonly preemption: Preemption },
): PlannedEffect[] {
  if (outcome === 'gated') return [];
  const node = postFilter?.nominatedNode ?? null;
  const reason = outcome === 'error' ? 'SchedulerError' : 'Unschedulable';
  const failure = { op: 'fail', pod: podName(pod), decided: pod, reason, message } as const;
  if (node === null || node === '') {
    const losesView = node === '' && Boolean(pod.status?.nominatedNodeName);
    return [{ ...failure, inView: losesView ? null : undefined }];
  }
  const preemptor = { ...podName(pod), schedulerName: pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME };
  const evicted = preemption === 'evict' ? (postFilter?.victims ?? []) : [];
  return [
    ...evicted.map((victim) => ({ op: 'evict', pod: placedPodName(victim), preemptor }) as const),
    ...displacedBy(snapshot, { pod, node }).map(
      (displaced) => ({ op: 'nominate', pod: placedPodName(displaced), node: null }) as const,
    ),
    { ...failure, inView: node },
  ];
}

/** The names of a pod of the cluster: it was admitted and has all of them. */
export function podName(pod: Pod): PodName {
  const { namespace = '', name = '', uid = '' } = pod.metadata ?? {};
  return { namespace, name, uid };
}

/** The same of a pod on a node or with a node in view. */
export function placedPodName({ namespace, name, uid }: PodName): PodName {
  return { namespace, name, uid };
}
