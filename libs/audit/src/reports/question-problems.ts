import type { FieldProblem } from '#apimachinery';
import { isPeriod } from './grouping.js';
import type { ReportQuestion } from './report.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is wrong with what every report is asked. */
export function questionProblems({ filter, groupBy }: ReportQuestion): FieldProblem[] {
  return [...spanProblems(filter), ...groupProblems(groupBy)];
}

/** Sums are of whole days. */
function spanProblems({ since, until }: ReportQuestion['filter']): FieldProblem[] {
  return Object.entries({ since, until }).flatMap(([field, at]) =>
    at === undefined || at.getTime() % DAY_MS === 0
      ? []
      : [invalid(field, at.toISOString(), 'sums are of whole days: must be a midnight, UTC')],
  );
}

function groupProblems(groupBy: readonly string[]): FieldProblem[] {
  const twice = groupBy.find((name, index) => groupBy.indexOf(name) !== index);
  if (twice !== undefined) return [invalid('groupBy', twice, 'is named twice')];
  const periods = groupBy.filter(isPeriod);
  return periods.length > 1
    ? [invalid('groupBy', periods.join(','), 'must not name more than one of day, week and month')]
    : [];
}

/** A value that a report does not take. */
export function invalid(field: string, value: string, detail: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${JSON.stringify(value)}: ${detail}` };
}
