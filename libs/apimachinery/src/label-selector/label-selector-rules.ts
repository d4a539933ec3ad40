import { labelValueProblems, qualifiedNameProblems } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import { checkLabels, checkName } from '../validation/index.js';
import type { LabelSelector } from './compile-label-selector.js';

/** metav1.LabelSelector. // as metav1 validation v1.34 ValidateLabelSelector */
export function checkLabelSelector(selector: LabelSelector | undefined, at: JudgedField): void {
  if (selector === undefined) return;
  checkLabels(selector.matchLabels, at.child('matchLabels'));
  selector.matchExpressions?.forEach(({ key, operator, values = [] }, index) => {
    const path = at.child('matchExpressions').index(index);
    checkOperands({ operator, values, compares: false }, path);
    checkName(key ?? '', qualifiedNameProblems, path.child('key'));
    values.forEach((value, position) => checkName(value, labelValueProblems, path.child('values').index(position)));
  });
}

/** The operator of a requirement and what it compares with. */
export interface Operation {
  readonly operator: string | undefined;
  readonly values: readonly string[];
  /** Whether Gt and Lt are operators here. */
  readonly compares: boolean;
}

/** An operator with as many values as it takes. */
export function checkOperands({ operator, values, compares }: Operation, at: JudgedField): void {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) at.child('values').required("must be specified when `operator` is 'In' or 'NotIn'");
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0)
      at.child('values').forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
  } else if (compares && (operator === 'Gt' || operator === 'Lt')) {
    if (values.length !== 1)
      at.child('values').required("must be specified single value when `operator` is 'Lt' or 'Gt'");
  } else {
    at.child('operator').invalid(operator ?? '', 'not a valid selector operator');
  }
}
