import type { LabelSelector } from '#apimachinery';

const NONE = '<none>';

/** Labels as a selector in text, by key: `a=b,c=d`; `<none>` of no labels. // as printers.FormatLabels */
export function labelsText(labels: Readonly<Record<string, string>> | undefined | null): string {
  return (
    Object.entries(labels ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${key}=${value}`)
      .join(',') || NONE
  );
}

/** A selector in text, its requirements by key: `app=web,tier in (a,b)`. // as metav1.FormatLabelSelector */
export function selectorText(selector: LabelSelector | undefined | null): string {
  return selectorRequirements(selector) || NONE;
}

/** The same, and nothing where the selector has no requirements. // as labels.Selector.String */
export function selectorRequirements(selector: LabelSelector | undefined | null): string {
  const { matchLabels, matchExpressions } = selector ?? {};
  const equal = Object.entries(matchLabels ?? {}).map(([key, value]) => [key, `${key}=${value}`] as const);
  const others = (matchExpressions ?? []).map(({ key = '', operator = '', values }) => {
    const list = [...(values ?? [])].sort().join(',');
    return [key, requirementText(key, operator, list)] as const;
  });
  return [...equal, ...others]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, text]) => text)
    .join(',');
}

function requirementText(key: string, operator: string, list: string): string {
  switch (operator) {
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'NotIn':
      return `${key} notin (${list})`;
    default:
      return `${key} in (${list})`;
  }
}
