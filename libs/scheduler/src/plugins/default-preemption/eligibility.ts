import type { IncomingPod } from '../../pods/index.js';
import type { FailedAttempt } from '../../plugin.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';

/**
 * Why the pod may not make others go; null when it may. A pod whose nominated node is already losing pods for its sake
 * waits for them, unless the node could not take it even then. As kube-scheduler v1.34 PodEligibleToPreemptOthers.
 */
export function whyNotEligible(
  { pod, priority }: IncomingPod,
  snapshot: ReadableSnapshot,
  failed: FailedAttempt,
): string | null {
  if (pod.spec?.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const row = snapshot.rowOf(pod.status?.nominatedNodeName ?? '');
  if (row === undefined || failed.statusOf(row).code === 'UnschedulableAndUnresolvable') return null;
  const leaving = snapshot.pods(row).some((victim) => victim.priority < priority && victim.terminatingByPreemption);
  return leaving ? 'not eligible due to a terminating pod on the nominated node.' : null;
}
