import { podPriority } from '../../objects.js';
import type { PreparedFilter } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { Evaluation } from '../executor.js';
import type { ActiveFilter } from './filters.js';
import type { PreFilterAnswer } from './pre-filter.js';

/**
 * Pods that are nominated to the node and do not yield to this one: they count as if they were there already, because room may
 * have been made for them. As kube-scheduler v1.34 addGENominatedPods.
 */
export function nominatedPodsOn(row: number, { snapshot, pod }: Evaluation): readonly PlacedPod[] {
  const priority = podPriority(pod.pod);
  const name = snapshot.nodes[row]?.name ?? '';
  return snapshot.nominations.on(name).filter((other) => other.priority >= priority && other.uid !== pod.uid);
}

/** The first failing filter on the row with these pods added, or 0. Leaves everything as it was. */
export function firstFailureWith(
  pods: readonly PlacedPod[], row: number,
  { evaluation, filters, answers }: { evaluation: Evaluation; filters: readonly ActiveFilter[]; answers: ReadonlyMap<string, PreFilterAnswer> },
): number {
  const prepared = [...answers.values()].filter((answer): answer is PreparedFilter => answer.kind === 'filter');
  return evaluation.snapshot.tentatively(() => {
    for (const pod of pods) {
      evaluation.snapshot.addPod(pod, row);
      for (const { addPod } of prepared) addPod?.(pod, row);
    }
    const first = firstFailure(filters, row);
    for (const pod of [...pods].reverse()) {
      evaluation.snapshot.removePod(pod.uid);
      for (const { removePod } of prepared) removePod?.(pod, row);
    }
    return first;
  });
}

function firstFailure(filters: readonly ActiveFilter[], row: number): number {
  for (const { filter } of filters) {
    const status = filter(row);
    if (status !== 0) return status;
  }
  return 0;
}
