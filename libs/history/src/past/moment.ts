import type { FieldProblem } from '#apimachinery';

/**
 * A place in a cluster's log, as callers name it: a position, the end of a revision, or the last position at a time.
 */
export type Moment = { readonly position: bigint } | { readonly revision: bigint } | { readonly time: Date };

const INTEGER = /^(0|[1-9][0-9]{0,17})$/;
const REVISION = /^revision:(0|[1-9][0-9]{0,17})$/;
const TIME = /^\d{4}-\d{2}-\d{2}([Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2}))?$/;

/**
 * Reads `at`: `123` is a position, `revision:42` a revision, anything else an RFC 3339 time or a date, which is its
 * midnight in UTC; a problem of that field when it is none of them.
 */
export function readMoment(text: string): { readonly moment: Moment } | { readonly problem: FieldProblem } {
  if (INTEGER.test(text)) return { moment: { position: BigInt(text) } };
  const revision = REVISION.exec(text)?.[1];
  if (revision !== undefined) return { moment: { revision: BigInt(revision) } };
  const time = TIME.test(text) ? new Date(text) : undefined;
  if (time !== undefined && !Number.isNaN(time.getTime())) return { moment: { time } };
  return {
    problem: momentProblem(
      text,
      'a position ("123"), a revision ("revision:42"), an RFC 3339 time ("2026-01-31T12:00:00Z") ' +
        'or a date ("2026-01-31")',
    ),
  };
}

/** What is wrong with an `at` that must be something else. */
export function momentProblem(text: string, expected: string): FieldProblem {
  return {
    field: 'at',
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${JSON.stringify(text)}: must be ${expected}`,
  };
}
