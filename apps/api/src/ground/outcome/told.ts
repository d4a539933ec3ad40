import { ownField } from '#json';
import { definitionOf, type ImportItem, type MissingPod, type Refusal } from '#requests';
import { MOST_PROBLEMS, shortened, type FieldProblem } from '#apimachinery';

/** How much of what is wrong is reported at once, on every face. */
const MOST_TOLD = 100;

/** The first of a list, and one more that says how many are left out: of very many, not all were looked for. */
export function toldList<T>(all: readonly T[], more: (words: string, first: T) => T): readonly T[] {
  const left = all[MOST_TOLD];
  if (left === undefined || all.length === MOST_TOLD + 1) return all;
  const count = `${all.length >= MOST_PROBLEMS ? 'at least ' : ''}${all.length - MOST_TOLD}`;
  return [...all.slice(0, MOST_TOLD), more(`and ${count} more`, left)];
}

/** A refusal as it is reported: no more than can be read, for every request, and no problem longer than is given. */
export function toldRefusal<R extends Refusal>(refusal: R, longestProblem?: number): R {
  const { fields } = definitionOf(refusal);
  const told = Object.entries(refusal).map(([name, value]: [string, unknown]): [string, unknown] => {
    const type = ownField(fields, name)?.type;
    return [name, type === undefined ? value : toldValue(type, value, longestProblem)];
  });
  return Object.fromEntries(told) as R;
}

function toldValue(type: string, value: unknown, longestProblem?: number): unknown {
  switch (type) {
    case 'problems':
      return toldList(value as readonly FieldProblem[], (message, { reason }) => ({ field: '', reason, message })).map(
        (one) => toldObject(one, longestProblem),
      );
    case 'items':
      // Not all of them are here already.
      return (value as readonly ImportItem[]).map((item) => toldObject(item));
    case 'pods':
      return toldList(value as readonly MissingPod[], (name, { index }) => ({ index, name })).map((pod) =>
        toldObject(pod),
      );
    case 'texts':
      return toldList(value as readonly string[], (words) => words).map((one) => shortened(one));
    case 'object':
      return toldObject(value as object);
    default:
      return typeof value === 'string' ? shortened(value) : value;
  }
}

/** An object of texts, each as it is reported. */
export function toldObject<T extends object>(object: T, longest?: number): T {
  const told = Object.entries(object).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    typeof value === 'string' ? shortened(value, longest) : value,
  ]);
  return Object.fromEntries(told) as T;
}
