import { sameValue, type JudgedField } from '#apimachinery';
import { internalView } from './internal-view.js';

/** A field of a type that may not change once it is there: the value is shown as the API server has it. */
export function checkImmutableAs(
  type: string,
  { value, before }: { readonly value: unknown; readonly before: unknown },
  at: JudgedField,
): void {
  if (sameValue(value, before)) return;
  // Behind a pointer what is not there is null.
  at.invalid(value === undefined ? undefined : internalView(value, type), 'field is immutable');
}
