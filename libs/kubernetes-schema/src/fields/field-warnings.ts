import type { UnknownField } from './unknown-fields.js';

/** What is to be said of a field that is not kept as it was written. */
export interface FieldWarning {
  readonly field: string;
  readonly message: string;
}

/** Of fields that stand twice, and of those that are unknown. */
export function fieldWarnings(
  duplicates: readonly { readonly path: string }[],
  unknown: readonly UnknownField[],
): FieldWarning[] {
  return [
    ...duplicates.map(({ path }) => ({ field: path, message: 'is given twice: the last one counts' })),
    ...unknown.map(({ path, hint }) => ({ field: path, message: `unknown field${hint}` })),
  ];
}
