/** core/v1 Taint: keeps pods off a node, unless they tolerate it. */
export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: string | null;
}

/** core/v1 Toleration. An empty effect means every effect; Exists with an empty key means every taint. */
export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number | null;
}

/**
 * Whether one toleration covers one taint, as core/v1 v1.34 Toleration.ToleratesTaint. An unknown operator covers
 * nothing.
 */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator = '', value = '', effect = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && value === (taint.value ?? '');
}

/** The first taint with one of the effects that no toleration covers, in the node's order. */
export function firstUntoleratedTaint(
  taints: readonly Taint[],
  tolerations: readonly Toleration[],
  effects: ReadonlySet<string>,
): Taint | undefined {
  return taints.find(
    (taint) => effects.has(taint.effect) && !tolerations.some((toleration) => tolerates(toleration, taint)),
  );
}
