import { withCondition } from '#cluster';
import type { Manifest } from '#rows';
import { type Change, changeOf } from '#writes';
import type { Preemptor } from '../decide/index.js';

/**
 * The change that an eviction is: the pod as it last was, disrupted as kube-scheduler v1.34 preemptPod says it, and the
 * pod that preempted it.
 */
export function evictionChange(pod: Manifest, preemptor: Preemptor, at: Date): Change {
  const { namespace, name, uid, schedulerName } = preemptor;
  const disrupted = withCondition(
    pod,
    {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: `${schedulerName}: preempting to accommodate a higher priority pod`,
    },
    at,
  );
  return { ...changeOf('evict', pod), body: { pod: disrupted, preemptor: { namespace, name, uid } } };
}
