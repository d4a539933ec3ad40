import type { Labels, LabelSelector, Requirement } from './objects.js';
import { meets, requirementProblems } from './requirement.js';

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/**
 * A selector's requirements: all must be met. Null selects nothing. Malformed: `error`. As
 * metav1.LabelSelectorAsSelector.
 */
export type ParsedSelector = readonly Requirement[] | null | { readonly error: string };

export function parseSelector(selector: LabelSelector | undefined): ParsedSelector {
  if (selector === undefined) return null;
  const requirements = [...labelRequirements(selector.matchLabels ?? {}), ...(selector.matchExpressions ?? [])];
  for (const requirement of requirements) {
    const { operator = '' } = requirement;
    if (!OPERATORS.includes(operator))
      return { error: `${JSON.stringify(operator)} is not a valid label selector operator` };
    const problems = requirementProblems(requirement, '');
    if (problems.length > 0) return { error: aggregate(problems) };
  }
  return requirements;
}

/** Requirements for exactly these labels. */
export function labelRequirements(labels: Labels): readonly Requirement[] {
  return Object.entries(labels).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
}

/** Several errors in one text, as Go aggregates them. */
export function aggregate(problems: readonly string[]): string {
  const different = [...new Set(problems)];
  return different.length === 1 ? `${different[0]}` : `[${different.join(', ')}]`;
}

/** Whether the selector selects an object with these labels. A malformed one selects nothing. */
export function selects(selector: ParsedSelector, labels: Labels | undefined): boolean {
  if (selector === null || 'error' in selector) return false;
  return selector.every((requirement) => meets(labels ?? {}, requirement));
}
