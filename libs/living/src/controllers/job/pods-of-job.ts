import type { Pod } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';
import { matcherOf, withController, withoutOwner } from '../../state/index.js';
import { claimPods, type FreePods } from '../owned-pods/index.js';
import { isTracked, TRACKING, withoutTracking, type Job } from './job.js';

/** The pods of a job, ended ones too, which it tracks from then on. // as kubernetes v1.34 getPodsForJob */
export function claimedPods(context: ControllerContext, job: Job, free: FreePods): Pod[] {
  const matches = matcherOf(job.spec.selector);
  return claimPods(context, job, {
    isOf: ({ metadata }) => matches(metadata.labels),
    free: free.in(job.metadata.namespace ?? ''),
    adopt: (pod) => tracked(withController(pod, job)),
    release: (pod, uid) => withoutOwner(withoutTracking(pod), uid),
  });
}

function tracked(pod: Pod): Pod {
  const { finalizers = [] } = pod.metadata;
  return isTracked(pod) ? pod : { ...pod, metadata: { ...pod.metadata, finalizers: [...finalizers, TRACKING] } };
}
