import { isJsonObject } from '#json';
import { invalid, wrongType, type FieldPath, type FieldProblem } from '../problems/index.js';
import { formatQuantity, isQuantityProblem, parseQuantity, roundUpToMilli } from '../quantity/index.js';
import { decoder, type Decoder, type Read } from './decoder.js';

/** Text. */
export const text = decoder<string>({ type: 'text' }, (value, path, problems) => {
  if (typeof value !== 'string') problems.push(wrongType(path, value, 'a string'));
  return value;
});

/** true or false. */
export const flag = decoder<boolean>({ type: 'flag' }, (value, path, problems) => {
  if (typeof value !== 'boolean') problems.push(wrongType(path, value, 'a boolean'));
  return value;
});

/** A whole number of 32 bits. */
export const int32 = decoder<number>({ type: 'int32' }, integerWithin(-(2 ** 31), 2 ** 31 - 1));

/**
 * A whole number of 64 bits; beyond 2^53 it is refused elsewhere, because it was rounded before anybody could see it.
 */
export const int64 = decoder<number>({ type: 'int64' }, integerWithin(-Infinity, Infinity));

/** A whole number or a text, such as a port or a percentage. */
export const intOrText = decoder<number | string>({ type: 'intOrText' }, (value, path, problems) => {
  return typeof value === 'string' ? value : integer(value, path, problems);
});

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A time as RFC 3339. */
export const time = decoder<string>({ type: 'time' }, (value, path, problems) => {
  if (typeof value !== 'string') problems.push(wrongType(path, value, 'a string'));
  else if (!RFC_3339.test(value) || Number.isNaN(Date.parse(value)))
    problems.push(invalid(path, value, 'must be a time of the form 2006-01-02T15:04:05Z (RFC 3339)'));
  return value;
});

/** An amount; it becomes canonical text. */
export const quantity = decoder<string | number>({ type: 'quantity' }, (value, path, problems) =>
  canonical(value, { path, problems, rounded: false }),
);

/** An amount in a list of resources, rounded up to milli. // as the API server v1.34 SetDefaults_ResourceList */
export const roundedQuantity = decoder<string | number>({ type: 'quantity' }, (value, path, problems) =>
  canonical(value, { path, problems, rounded: true }),
);

/** An object whose fields are not looked at. */
export const anyObject = decoder<object>({ type: 'anyObject' }, (value, path, problems) => {
  if (!isJsonObject(value)) problems.push(wrongType(path, value, 'an object'));
  return value;
});

/** The same, of a type: that its fields hold what they should was found out before. */
export function whole<T extends object>(): Decoder<T> {
  return anyObject as Decoder<T>;
}

function integerWithin(least: number, most: number): Read {
  return (value, path, problems) => {
    const before = problems.length;
    const number = integer(value, path, problems);
    if (problems.length === before && typeof number === 'number' && (number < least || number > most)) {
      problems.push(invalid(path, number, `must be between ${least} and ${most}, inclusive`));
    }
    return number;
  };
}

function integer(value: unknown, path: FieldPath, problems: FieldProblem[]): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value)) problems.push(wrongType(path, value, 'an integer'));
  return value;
}

function canonical(
  value: unknown,
  { path, problems, rounded }: { path: FieldPath; problems: FieldProblem[]; rounded: boolean },
): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') {
    problems.push(wrongType(path, value, 'a quantity: a string or a number'));
    return value;
  }
  const parsed = parseQuantity(value);
  if (isQuantityProblem(parsed)) {
    problems.push(invalid(path, value, parsed.problem));
    return value;
  }
  return formatQuantity(rounded ? roundUpToMilli(parsed) : parsed);
}
