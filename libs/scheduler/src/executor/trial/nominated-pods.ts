import { podPriority } from '../../objects/index.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { Evaluation } from '../executor.js';

/**
 * Pods that are nominated to the node and do not yield to this one: they count as if they were there already, because
 * room may have been made for them. As kube-scheduler v1.34 addGENominatedPods.
 */
export function nominatedPodsOn(row: number, { snapshot, pod }: Evaluation): readonly PlacedPod[] {
  const priority = podPriority(pod.pod);
  const name = snapshot.nodes[row]?.name ?? '';
  return snapshot.nominations.on(name).filter((other) => other.priority >= priority && other.uid !== pod.uid);
}
