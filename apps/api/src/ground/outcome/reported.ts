import { ownField } from '#json';
import { definitionOf, type ImportItem, type MissingPod, type Refusal } from '#requests';
import { MOST_PROBLEMS, shortened, type FieldProblem } from '#apimachinery';

/** How much of what is wrong is reported at once, on every face. */
const MOST_REPORTED = 100;

/** The first of a list, and one more that says how many are left out: of very many, not all were looked for. */
export function reportedList<T>(all: readonly T[], more: (words: string, first: T) => T): readonly T[] {
  const left = all[MOST_REPORTED];
  if (left === undefined || all.length === MOST_REPORTED + 1) return all;
  const count = `${all.length >= MOST_PROBLEMS ? 'at least ' : ''}${all.length - MOST_REPORTED}`;
  return [...all.slice(0, MOST_REPORTED), more(`and ${count} more`, left)];
}

/** A refusal as it is reported: no more than can be read, for every request, and no problem longer than is given. */
export function reportedRefusal<R extends Refusal>(refusal: R, longestProblem?: number): R {
  const { fields } = definitionOf(refusal);
  const reported = Object.entries(refusal).map(([name, value]: [string, unknown]): [string, unknown] => {
    const type = ownField(fields, name)?.type;
    return [name, type === undefined ? value : reportedValue(type, value, longestProblem)];
  });
  return Object.fromEntries(reported) as R;
}

function reportedValue(type: string, value: unknown, longestProblem?: number): unknown {
  switch (type) {
    case 'problems':
      return reportedList(value as readonly FieldProblem[], (message, { reason }) => ({
        field: '',
        reason,
        message,
      })).map((one) => reportedObject(one, longestProblem));
    case 'items':
      // Not all of them are here already.
      return (value as readonly ImportItem[]).map((item) => reportedObject(item));
    case 'pods':
      return reportedList(value as readonly MissingPod[], (name, { index }) => ({ index, name })).map((pod) =>
        reportedObject(pod),
      );
    case 'texts':
      return reportedList(value as readonly string[], (words) => words).map((one) => shortened(one));
    case 'object':
      return reportedObject(value as object);
    default:
      return typeof value === 'string' ? shortened(value) : value;
  }
}

/** An object of texts, each as it is reported. */
export function reportedObject<T extends object>(object: T, longest?: number): T {
  const reported = Object.entries(object).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    typeof value === 'string' ? shortened(value, longest) : value,
  ]);
  return Object.fromEntries(reported) as T;
}
