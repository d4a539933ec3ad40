import type { LabelSelector } from '#apimachinery';

/** What is said of a budget some pods of which have no controller. */
export function unmanagedMessage(selector: LabelSelector | undefined): string {
  return (
    `Pods selected by this PodDisruptionBudget (selector: ${shown(selector ?? {})}) were found to be unmanaged. As a ` +
    'result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To ' +
    'account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.'
  );
}

/** // as metav1.LabelSelector String */
function shown({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const sorted = Object.entries(matchLabels).sort(([a], [b]) => (a < b ? -1 : 1));
  const labels = sorted.map(([key, value]) => `${key}: ${value},`).join('');
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return (
    `&LabelSelector{MatchLabels:map[string]string{${labels}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
  );
}
