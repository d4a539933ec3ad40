import type { NodeObject, PodObject, Taint, Toleration } from './objects.js';

/** Whether one toleration tolerates one taint. An empty effect tolerates every effect, an empty key every key. */
export function tolerates({ key = '', operator = '', value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== (taint.effect ?? '')) return false;
  if (key !== '' && key !== (taint.key ?? '')) return false;
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && value === (taint.value ?? '');
}

/** The first taint with one of the effects that no toleration of the pod tolerates. */
export function firstUntolerated(pod: PodObject, node: NodeObject, effects: readonly string[]): Taint | undefined {
  const tolerations = pod.spec?.tolerations ?? [];
  return (node.spec?.taints ?? []).find(
    (taint) => effects.includes(taint.effect ?? '') && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}
