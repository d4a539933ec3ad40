import type { Pod } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';
import { controllerOf, controllerReference, isGoing, matcherOf, uidOf } from '../../state/index.js';
import type { FreePods } from './free-pods.js';
import { isTracked, TRACKING, withoutTracking, type Job } from './job.js';

/**
 * The pods of a job, ended ones too, after it has adopted those that match and released those that do not.
 * // as kubernetes v1.34 getPodsForJob
 */
export function claimedPods(context: ControllerContext, job: Job, free: FreePods): Pod[] {
  const matches = matcherOf(job.spec.selector);
  const uid = uidOf(job);
  const own = context.state.dependants(uid).filter((one) => one.kind === 'Pod' && controllerOf(one)?.uid === uid);
  const kept = (own as Pod[]).filter((pod) => {
    if (matches(pod.metadata.labels)) return true;
    if (!isGoing(job)) context.update(released(pod, uid));
    return false;
  });
  if (isGoing(job)) return kept;
  const found = free.in(job.metadata.namespace ?? '').filter((pod) => !isGoing(pod) && matches(pod.metadata.labels));
  return [...kept, ...found.map((pod) => context.update(adopted(pod, job)))];
}

function adopted(pod: Pod, job: Job): Pod {
  const { ownerReferences = [], finalizers = [] } = pod.metadata;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      ownerReferences: [...ownerReferences, controllerReference(job)],
      finalizers: isTracked(pod) ? finalizers : [...finalizers, TRACKING],
    },
  };
}

function released(pod: Pod, uid: string): Pod {
  const { ownerReferences = [], ...metadata } = withoutTracking(pod).metadata;
  const left = ownerReferences.filter((one) => one.uid !== uid);
  return { ...pod, metadata: { ...metadata, ...(left.length > 0 && { ownerReferences: left }) } };
}
