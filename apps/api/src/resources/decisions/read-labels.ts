import type { LabelCondition } from '#audit';
import { parseLabelSelector } from '#apimachinery';

/**
 * The labels of a selector in Kubernetes' grammar that asks for values or presence alone, or
 * what keeps it from being one.
 */
export function readLabels(text: string): { readonly labels: readonly LabelCondition[]; readonly problem?: string } {
  const parsed = parseLabelSelector(text);
  if ('problem' in parsed) return { labels: [], problem: `at character ${parsed.position}: ${parsed.problem}` };
  const labels: LabelCondition[] = [];
  for (const { key, operator, values } of parsed.requirements) {
    const [value = null] = values;
    if (operator !== 'Exists' && (operator !== 'In' || values.length !== 1))
      return { labels: [], problem: `${key}: a decision is found by labels with one value, or by keys alone` };
    labels.push({ key, value });
  }
  return { labels };
}
