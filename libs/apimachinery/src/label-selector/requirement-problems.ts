import { labelValueProblems, qualifiedNameProblems } from '../names/index.js';
import { invalid, notSupported, type FieldPath, type FieldProblem } from '../problems/index.js';
import { parseInt64 } from './label-requirement.js';

const OPERATORS: readonly string[] = ['in', 'notin', '=', '==', '!=', 'gt', 'lt', 'exists', '!'];

interface WrittenRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** What is wrong with a requirement before it is used to match. Source: apimachinery v1.34 labels.NewRequirement. */
export function requirementProblems({ key, operator, values }: WrittenRequirement, path: FieldPath): FieldProblem[] {
  const keyProblems = qualifiedNameProblems(key);
  const problems = keyProblems.length === 0 ? [] : [invalid(path.child('key'), key, keyProblems.join('; '))];
  problems.push(...operandProblems(operator, values, path));
  values.forEach((value, index) => {
    const wrong = labelValueProblems(value);
    if (wrong.length > 0) problems.push(invalid(path.child('values').index(index).key(key), value, wrong.join('; ')));
  });
  return problems;
}

function operandProblems(operator: string, values: readonly string[], path: FieldPath): FieldProblem[] {
  const at = path.child('values');
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? [] : [invalid(at, values, "for 'in', 'notin' operators, values set can't be empty")];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? [] : [invalid(at, values, 'values set must be empty for exists and does not exist')];
    case 'Gt':
    case 'Lt':
      return comparisonProblems(values, at);
    default:
      return [notSupported(path.child('operator'), operator, OPERATORS)];
  }
}

function comparisonProblems(values: readonly string[], at: FieldPath): FieldProblem[] {
  const problems =
    values.length === 1 ? [] : [invalid(at, values, "for 'Gt', 'Lt' operators, exactly one value is required")];
  values.forEach((value, index) => {
    if (parseInt64(value) === undefined)
      problems.push(invalid(at.index(index), value, "for 'Gt', 'Lt' operators, the value must be an integer"));
  });
  return problems;
}
