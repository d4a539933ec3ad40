import type { PlacedPod } from '../../snapshot/index.js';

/** Milliseconds since the epoch. A pod that has not started yet starts later than any that has. */
export function startedAt({ startTime }: PlacedPod): number {
  return startTime === null ? Infinity : Date.parse(startTime);
}

/** The most important first: by priority, then the one that runs longer. As kube-scheduler v1.34 MoreImportantPod. */
export function compareImportance(a: PlacedPod, b: PlacedPod): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  const [first, second] = [startedAt(a), startedAt(b)];
  return first === second ? 0 : first - second;
}
