import { invalid, wrongType, type FieldPath, type FieldProblem } from '../problems/index.js';
import { formatQuantity, isQuantityProblem, parseQuantity, roundUpToMilli } from '../quantity/index.js';
import { isJsonObject } from '../types/index.js';

/**
 * Reads one JSON value as a T, as the API server's decoder does: what has the wrong JSON type is a problem with its field, null
 * is absent, quantities become canonical text, fields without a decoder are left alone. Objects and lists are changed in place;
 * the value to use is returned.
 */
export interface Decoder<T> {
  (value: unknown, path: FieldPath, problems: FieldProblem[]): unknown;
  /** Only carries the type. */
  readonly decodes?: T;
}

type KnownFields<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] };

/** One decoder for every field that the type names: where `object<T>` names its type, a forgotten field does not compile. */
export type FieldDecoders<T> = { readonly [K in KnownFields<T> & keyof T]-?: Decoder<NonNullable<T[K]>> };

/** Text. */
export const text: Decoder<string> = (value, path, problems) => {
  if (typeof value !== 'string') problems.push(wrongType(path, value, 'a string'));
  return value;
};

/** true or false. */
export const flag: Decoder<boolean> = (value, path, problems) => {
  if (typeof value !== 'boolean') problems.push(wrongType(path, value, 'a boolean'));
  return value;
};

/** A whole number of 32 bits. */
export const int32: Decoder<number> = integerWithin(-(2 ** 31), 2 ** 31 - 1);

/** A whole number of 64 bits; beyond 2^53 it is refused elsewhere, because it was rounded before anybody could see it. */
export const int64: Decoder<number> = integerWithin(-Infinity, Infinity);

/** A whole number or a text, such as a port or a percentage. */
export const intOrText: Decoder<number | string> = (value, path, problems) => {
  return typeof value === 'string' ? value : integer(value, path, problems);
};

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A time as RFC 3339. */
export const time: Decoder<string> = (value, path, problems) => {
  if (typeof value !== 'string') problems.push(wrongType(path, value, 'a string'));
  else if (!RFC_3339.test(value) || Number.isNaN(Date.parse(value)))
    problems.push(invalid(path, value, 'must be a time of the form 2006-01-02T15:04:05Z (RFC 3339)'));
  return value;
};

/** An amount; it becomes canonical text. */
export const quantity: Decoder<string | number> = (value, path, problems) =>
  canonical(value, { path, problems, rounded: false });

/** An object whose fields are not looked at. */
export const anyObject: Decoder<object> = (value, path, problems) => {
  if (!isJsonObject(value)) problems.push(wrongType(path, value, 'an object'));
  return value;
};

/** A list. */
export function list<T>(item: Decoder<T>): Decoder<T[]> {
  return (value, path, problems) => {
    if (!Array.isArray(value)) {
      problems.push(wrongType(path, value, 'an array'));
      return value;
    }
    const items: unknown[] = value;
    for (let index = 0; index < items.length; index += 1)
      items[index] = item(items[index], path.index(index), problems);
    return items;
  };
}

/** A map from any key to text; null is the empty text. */
export const textMap: Decoder<Record<string, string>> = map(text, '');

/** Amounts by resource name, rounded up to milli. // as the API server v1.34 SetDefaults_ResourceList */
export const resourceList: Decoder<Record<string, string | number>> = map(
  (value, path, problems) => canonical(value, { path, problems, rounded: true }),
  '0',
);

/** An object with these fields; fields that are not among them are left alone. */
export function object<T extends object>(fields: FieldDecoders<T>): Decoder<T> {
  const decoders = new Map<string, Decoder<unknown>>(Object.entries(fields));
  return (value, path, problems) => {
    if (!isJsonObject(value)) {
      problems.push(wrongType(path, value, 'an object'));
      return value;
    }
    for (const key of Object.keys(value)) {
      const decode = decoders.get(key);
      if (decode === undefined) continue;
      const field = value[key];
      if (field === null || field === undefined) delete value[key];
      else value[key] = decode(field, path.child(key), problems);
    }
    return value;
  };
}

function map<T>(entry: Decoder<T>, absent: T): Decoder<Record<string, T>> {
  return (value, path, problems) => {
    if (!isJsonObject(value)) {
      problems.push(wrongType(path, value, 'an object'));
      return value;
    }
    for (const key of Object.keys(value)) {
      const before = value[key];
      const after = before === null ? absent : entry(before, path.key(key), problems);
      if (after !== before) value[key] = after;
    }
    return value;
  };
}

function integerWithin(least: number, most: number): Decoder<number> {
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
