import { FieldPath, forbidden, invalid, MOST_PROBLEMS, type FieldProblem } from '../problems/index.js';
import { DEEPEST_VALUE } from '#json';

/** NUL cannot be stored as text, half a surrogate pair has no bytes in UTF-8. */
const UNKEEPABLE = /\0|\p{Cs}/u;

/**
 * What of a JSON value cannot be kept exactly, by field: NUL characters and lone surrogates, in values and in keys,
 * integers beyond 2^53 (they were rounded when they were read), and what nests too deep. Everything else survives as
 * canonical bytes. The first problems only, where there are very many.
 */
export function exactnessProblems(value: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  walk(value, { path: FieldPath.root, depth: 0, problems });
  return problems;
}

/** Whether a text can be kept: neither NUL characters nor lone surrogates in it. */
export function isKeepable(text: string): boolean {
  return !UNKEEPABLE.test(text);
}

interface Place {
  readonly path: FieldPath;
  readonly depth: number;
  readonly problems: FieldProblem[];
}

function walk(value: unknown, place: Place): void {
  if (place.problems.length >= MOST_PROBLEMS) return;
  if (typeof value === 'string') checkText(value, place);
  else if (typeof value === 'number') checkNumber(value, place);
  else if (typeof value === 'object' && value !== null) walkInside(value, place);
}

function walkInside(value: object, { path, depth, problems }: Place): void {
  if (depth >= DEEPEST_VALUE) {
    problems.push(forbidden(path, `must not be nested deeper than ${DEEPEST_VALUE} levels`));
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      // Most items are plain; a path is made only where something may be wrong inside.
      if (mayBeInexact(item)) walk(item, { path: path.index(index), depth: depth + 1, problems });
    });
    return;
  }
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    if (problems.length >= MOST_PROBLEMS) return;
    if (UNKEEPABLE.test(key))
      problems.push(forbidden(path, 'must not have a key with NUL characters or lone surrogates'));
    if (mayBeInexact(item)) walk(item, { path: path.child(key), depth: depth + 1, problems });
  }
}

function mayBeInexact(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return UNKEEPABLE.test(value);
    case 'number':
      return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
    case 'object':
      return value !== null;
    default:
      return false;
  }
}

function checkText(value: string, { path, problems }: Place): void {
  if (UNKEEPABLE.test(value)) problems.push(forbidden(path, 'must not contain NUL characters or lone surrogates'));
}

function checkNumber(value: number, { path, problems }: Place): void {
  if (mayBeInexact(value)) problems.push(invalid(path, value, 'integers beyond 2^53 cannot be kept exactly'));
}
