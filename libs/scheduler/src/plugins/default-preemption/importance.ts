import type { PlacedPod } from '../../snapshot/index.js';

/** Finite, so that two such pods started at the same time. */
const NOT_STARTED = Number.MAX_SAFE_INTEGER;

/** Milliseconds since the epoch. A pod that has not started yet starts later than any that has. */
export function startedAt({ startTime }: PlacedPod): number {
  return startTime === null ? NOT_STARTED : Date.parse(startTime);
}

/** The most important first: by priority, then the one that runs longer. As kube-scheduler v1.34 MoreImportantPod. */
export function compareImportance(a: PlacedPod, b: PlacedPod): number {
  return b.priority - a.priority || startedAt(a) - startedAt(b);
}
