import { FieldPath, notSupported, type FieldProblem } from '../problems/index.js';
import {
  compileRequirements,
  type LabelMatcher,
  type LabelOperator,
  type LabelRequirement,
} from './label-requirement.js';
import { requirementProblems } from './requirement-problems.js';

/** metav1.LabelSelector: both parts must hold. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

/** metav1.LabelSelectorRequirement: In, NotIn, Exists or DoesNotExist. */
export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const OPERATORS = new Map<string, LabelOperator>([
  ['In', 'In'],
  ['NotIn', 'NotIn'],
  ['Exists', 'Exists'],
  ['DoesNotExist', 'DoesNotExist'],
]);

/**
 * Turns a metav1.LabelSelector into a function over labels. No selector selects nothing, an empty one everything:
 * upstream's general rule; where a field means otherwise (an empty PodDisruptionBudget selector, an absent
 * namespaceSelector) the caller decides. Gives the problems instead where the selector is malformed. As apimachinery
 * v1.34 metav1.LabelSelectorAsSelector.
 */
export function compileLabelSelector(
  selector: LabelSelector | null | undefined,
  path = FieldPath.root,
): LabelMatcher | readonly FieldProblem[] {
  if (selector === undefined || selector === null) return () => false;
  const requirements = labelSelectorRequirements(selector, path);
  return 'problems' in requirements ? requirements.problems : compileRequirements(requirements.requirements);
}

/** The requirements of a metav1.LabelSelector, matchLabels first, or what is wrong with them. */
export function labelSelectorRequirements(
  selector: LabelSelector,
  path = FieldPath.root,
): { readonly requirements: readonly LabelRequirement[] } | { readonly problems: readonly FieldProblem[] } {
  const requirements: LabelRequirement[] = [];
  const problems: FieldProblem[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    const requirement: LabelRequirement = { key, operator: 'In', values: [value] };
    problems.push(...requirementProblems(requirement, path.child('matchLabels')));
    requirements.push(requirement);
  }
  (selector.matchExpressions ?? []).forEach(({ key, operator, values = [] }, index) => {
    const at = path.child('matchExpressions').index(index);
    const known = OPERATORS.get(operator);
    if (known === undefined) {
      problems.push(notSupported(at.child('operator'), operator, [...OPERATORS.keys()]));
      return;
    }
    const requirement = { key, operator: known, values };
    problems.push(...requirementProblems(requirement, at));
    requirements.push(requirement);
  });
  return problems.length > 0 ? { problems } : { requirements };
}
