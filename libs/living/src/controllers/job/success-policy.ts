import { overlapOf, readIndexes, totalOf, type Indexes } from './indexes.js';

/** batch/v1 SuccessPolicy: which of the indexes suffice. */
export interface SuccessPolicy {
  readonly rules?: readonly { readonly succeededIndexes?: string; readonly succeededCount?: number }[];
}

/** The first rule that is met, in words; undefined where none is. // as kubernetes v1.34 matchSuccessPolicy */
export function metRule(
  policy: SuccessPolicy | undefined,
  succeeded: Indexes,
  completions: number,
): string | undefined {
  if (succeeded.length === 0) return undefined;
  const index = (policy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount = Infinity }) => {
    if (succeededIndexes === undefined) return totalOf(succeeded) >= succeededCount;
    const required = readIndexes(succeededIndexes, completions);
    if (required.length === 0) return false;
    const met = overlapOf(required, succeeded);
    return met === totalOf(required) || met >= succeededCount;
  });
  return index < 0 ? undefined : `Matched rules at index ${index}`;
}
