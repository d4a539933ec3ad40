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
  if (nodeName === null) return roomEffects(attempt, { snapshot, preemption });
  return [
    ...patches.map((patch) => ({ op: 'patch', patch }) as const),
    { op: 'bind', pod, node: nodeName, status: attempt.pod.status },
  ];
}

/**
 * Victims go, less important pods lose sight of the node, and the pod gets it in view. As kube-scheduler v1.34
 * prepareCandidate. A search that found nothing ends the pod's own nomination.
 */
function roomEffects(
  { pod, postFilter }: Attempt,
  { snapshot, preemption }: { readonly snapshot: Snapshot; readonly preemption: Preemption },
): PlannedEffect[] {
  const node = postFilter?.nominatedNode ?? null;
  if (postFilter === null || node === null) return [];
  if (node === '') return pod.status?.nominatedNodeName ? [{ op: 'nominate', pod: podName(pod), node: null }] : [];
  const preemptor = { ...podName(pod), schedulerName: pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME };
  const evicted = preemption === 'evict' ? postFilter.victims : [];
  return [
    ...evicted.map((victim) => ({ op: 'evict', pod: placedPodName(victim), preemptor }) as const),
    ...displacedBy(snapshot, { pod, node }).map(
      (displaced) => ({ op: 'nominate', pod: placedPodName(displaced), node: null }) as const,
    ),
    { op: 'nominate', pod: podName(pod), node },
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
