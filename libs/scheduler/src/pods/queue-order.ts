import { podPriority, type Pod } from '../objects/index.js';

/** A pending pod and its place in the cluster's log. */
export interface PendingPod {
  readonly pod: Pod;
  /** Position of the pod's creation: decides where times are equal. */
  readonly position: bigint | number;
}

/**
 * The order in which pending pods are tried: priority descending, creation time, position in
 * the log. A sort comparator.
 */
export function compareQueued(a: PendingPod, b: PendingPod): number {
  const byPriority = podPriority(b.pod) - podPriority(a.pod);
  if (byPriority !== 0) return byPriority;
  const byTime = creationTime(a.pod) - creationTime(b.pod);
  if (byTime !== 0) return byTime;
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}

/** A pod that was never given a creation time goes first, as Go's zero time does. */
function creationTime({ metadata }: Pod): number {
  return metadata?.creationTimestamp ? Date.parse(metadata.creationTimestamp) : -8.64e15;
}
