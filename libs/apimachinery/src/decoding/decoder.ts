import type { FieldPath, FieldProblem } from '../problems/index.js';

/**
 * Reads one JSON value as a T, as the API server's decoder does: what has the wrong JSON type is a problem with its
 * field, null is absent, quantities become canonical text, fields without a decoder are left alone. Objects and lists
 * are changed in place; the value to use is returned.
 */
export interface Decoder<T> {
  (value: unknown, path: FieldPath, problems: FieldProblem[]): unknown;
  /** The same as data, for callers that need the fields without an object. */
  readonly reads: FieldType;
  /** Only carries the type. */
  readonly decodes?: T;
}

/**
 * What a field holds, and what is inside: of a kind as a whole, the table of its fields. Plain data, JSON as it stands.
 */
export type FieldType = ScalarType | ListType | MapType | ObjectType;

/** A value without fields. `anyObject` has some, but they are not decoded. */
export interface ScalarType {
  readonly type: 'text' | 'flag' | 'int32' | 'int64' | 'intOrText' | 'time' | 'quantity' | 'anyObject';
}

/** A list, and what each of its items is. */
export interface ListType {
  readonly type: 'list';
  readonly items: FieldType;
  /**
   * The field by which a strategic merge patch finds an item again. Not said here: which lists of text are merged
   * (`metadata.finalizers`), and where a patch names the fields to retain (volumes).
   */
  readonly mergeKey?: string;
}

/** An object whose keys are data: labels, amounts by resource name. */
export interface MapType {
  readonly type: 'map';
  readonly entries: FieldType;
}

/** An object with fields that are known. There may be others, which are kept as they come. */
export interface ObjectType {
  readonly type: 'object';
  readonly fields: Readonly<Record<string, FieldType>>;
}

/** How a value is read, without what it is called. */
export type Read = (value: unknown, path: FieldPath, problems: FieldProblem[]) => unknown;

/** A decoder that says what it reads. */
export function decoder<T>(reads: FieldType, read: Read): Decoder<T> {
  return Object.assign(read, { reads });
}
