import type { FieldProblem } from '#apimachinery';

/** A step or a part of a question that cannot be: thrown on the way, and refused with everything that is wrong. */
export class NotPossible extends Error {
  constructor(readonly problems: readonly FieldProblem[]) {
    super('what was asked is not possible');
  }
}

/** What is wrong, by its field from the request on. */
export function faultsAt(
  at: string,
  faults: readonly { readonly field: string; readonly message: string }[],
): FieldProblem[] {
  return faults.map(({ field, message }) => ({
    field: at === '' || field === '' || field.startsWith('[') ? at + field : `${at}.${field}`,
    reason: 'FieldValueInvalid',
    message,
  }));
}
