import { isJsonObject, ownField } from '#json';
import { isQuantityProblem, parseQuantity, type FieldProblem } from '#apimachinery';
import { locateFault } from './locate-fault.js';

/** What an API server demands of these kinds, and nothing that is computed of them reads. */
const UNREAD: Readonly<Record<string, string>> = {
  Service: 'spec.ports',
  ReplicaSet: 'spec.template',
  ReplicationController: 'spec.template',
  StatefulSet: 'spec.template',
};

/**
 * Whether a scheduler can read a value that an API server would not take, so that it has a meaning as it is: amounts
 * that a limit is missing for, that are negative, less than others or not enough by themselves, and what is said twice.
 */
export function isTolerable(kind: string, object: object, { field, reason }: FieldProblem): boolean {
  if (reason === 'FieldValueDuplicate') return true;
  const unread = ownField(UNREAD, kind);
  if (unread !== undefined && field.startsWith(`${unread}.`)) return isEmpty(object, unread);
  if (reason === 'FieldValueRequired') return unread === field || /\bresources\.limits$/.test(field);
  if (reason !== 'FieldValueInvalid' && reason !== 'FieldValueForbidden') return false;
  if (/\bmatchLabelKeys\[\d+\]$/.test(field)) return true;
  if (!/\bresources(\.(requests|limits)\b|$)/.test(field)) return false;
  return locateFault(object, field).every(({ value }) => areAmounts(value));
}

/** Whether a template was left out: what stands there then are defaults. */
function isEmpty(object: object, field: string): boolean {
  const value = locateFault(object, field)[0]?.value;
  const spec = isJsonObject(value) ? value['spec'] : undefined;
  return !isJsonObject(spec) || ownField(spec, 'containers') === undefined;
}

/** An amount, or several by name, or those of requests and limits. */
function areAmounts(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return !isQuantityProblem(parseQuantity(String(value)));
  return typeof value === 'object' && value !== null && Object.values(value).every(areAmounts);
}
