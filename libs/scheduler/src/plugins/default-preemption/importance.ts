import type { PlacedPod } from '../../snapshot/index.js';

/** The most important first: by priority, then the one that runs longer. As kube-scheduler v1.34 MoreImportantPod. */
export function compareImportance(a: PlacedPod, b: PlacedPod): number {
  return b.priority - a.priority || a.startedAt - b.startedAt;
}
