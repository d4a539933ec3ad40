import type { LabelSelector } from '#apimachinery';

/** A selector in kubectl's grammar: `app=db,tier in (a, b)`; every pod for an empty one. */
export function selectorInWords(selector: LabelSelector | null | undefined): string {
  if (!selector) return 'no labels at all (it has no labelSelector)';
  const equalities = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'In' ? 'in' : 'notin'} (${values.join(', ')})`;
  });
  const all = [...equalities, ...expressions];
  return all.length === 0 ? 'any labels' : all.join(',');
}
