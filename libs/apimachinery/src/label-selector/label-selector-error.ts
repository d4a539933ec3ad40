import { aggregateText, describeProblem, FieldPath } from '../problems/index.js';
import type { LabelSelector } from './compile-label-selector.js';
import { requirementProblems } from './requirement-problems.js';

const OPERATORS: ReadonlySet<string> = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

/**
 * What a component says that cannot read a selector; undefined where it can. Unlike validation it stops at the first
 * requirement, matchLabels first, and does not say which one it is. As apimachinery v1.34
 * metav1.LabelSelectorAsSelector.
 */
export function labelSelectorError({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string | undefined {
  for (const [key, value] of Object.entries(matchLabels)) {
    const error = requirementError(key, 'In', [value]);
    if (error !== undefined) return error;
  }
  for (const { key, operator, values = [] } of matchExpressions) {
    if (!OPERATORS.has(operator)) return `${JSON.stringify(operator)} is not a valid label selector operator`;
    const error = requirementError(key, operator, values);
    if (error !== undefined) return error;
  }
  return undefined;
}

function requirementError(key: string, operator: string, values: readonly string[]): string | undefined {
  const problems = requirementProblems({ key, operator, values }, FieldPath.root);
  return problems.length === 0 ? undefined : aggregateText(problems.map(describeProblem));
}
