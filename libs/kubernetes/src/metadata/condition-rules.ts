import { checkName, qualifiedNameProblems, type JudgedField } from '#apimachinery';
import type { Condition } from './metadata.js';

const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];
const LONGEST_REASON = 1024;
const LONGEST_MESSAGE = 32 * 1024;
const NO_REASON =
  'a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric ' +
  "characters or '_,:', and must end with an alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or " +
  "'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is " +
  "'[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

/** Conditions of metav1, each of a type of its own. // as apimachinery v1.34 ValidateConditions */
export function checkConditions(
  conditions: readonly (Condition & { readonly observedGeneration?: number })[],
  at: JudgedField,
): void {
  const types = new Set<string>();
  conditions.forEach((condition, index) => {
    const path = at.index(index);
    const { type = '', status = '', reason = '', message = '', observedGeneration = 0 } = condition;
    if (types.has(type)) path.child('type').duplicate(type);
    types.add(type);
    checkName(type, qualifiedNameProblems, path.child('type'));
    if (!STATUSES.includes(status)) path.child('status').notSupported(status, STATUSES);
    if (observedGeneration < 0)
      path.child('observedGeneration').invalid(observedGeneration, 'must be greater than or equal to zero');
    if (!condition.lastTransitionTime) path.child('lastTransitionTime').required();
    if (reason === '') path.child('reason').required();
    else if (!/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(reason)) path.child('reason').invalid(reason, NO_REASON);
    if (reason.length > LONGEST_REASON) path.child('reason').tooLong(LONGEST_REASON);
    if (message.length > LONGEST_MESSAGE) path.child('message').tooLong(LONGEST_MESSAGE);
  });
}
