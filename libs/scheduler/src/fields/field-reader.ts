import { FieldPath, required, wrongType, type FieldProblem } from '#apimachinery';

type Fields = Readonly<Record<string, unknown>>;

const INT32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** A field that is accepted, as kube-scheduler accepts it, and changes nothing here. */
export interface IgnoredField {
  /** Where: `profiles[0].percentageOfNodesToScore`. */
  readonly field: string;
  /** Why it changes nothing. */
  readonly message: string;
}

/** What is reported of a configuration, from any depth of it. */
interface Findings {
  readonly problems: FieldProblem[];
  readonly ignored: IgnoredField[];
}

/**
 * Reads one JSON object of a configuration, field by field, and gathers everything that is wrong with it: a
 * field of the wrong type reads as absent, and `done` names the fields that were not read. `null` is
 * absence, as for Kubernetes.
 */
export class FieldReader {
  readonly path: FieldPath;
  readonly problems: FieldProblem[];
  readonly ignored: IgnoredField[];
  readonly #fields: Fields;
  readonly #asked = new Set<string>();

  constructor(value: unknown, path = FieldPath.root, { problems, ignored }: Findings = { problems: [], ignored: [] }) {
    this.path = path;
    this.problems = problems;
    this.ignored = ignored;
    this.#fields = isObject(value) ? value : {};
    if (value !== undefined && value !== null && !isObject(value)) this.report(wrongType(path, value, 'an object'));
  }

  /** Where a field is: `args.resources`. */
  at(field: string): FieldPath {
    return this.path.child(field);
  }

  report(...problems: readonly FieldProblem[]): void {
    this.problems.push(...problems);
  }

  /** Notes a field that is accepted and changes nothing. */
  ignore(path: FieldPath, message: string): void {
    this.ignored.push({ field: path.toString(), message });
  }

  string(field: string): string | undefined {
    return this.#typed(field, 'a string', (value): value is string => typeof value === 'string');
  }

  boolean(field: string): boolean | undefined {
    return this.#typed(field, 'true or false', (value): value is boolean => typeof value === 'boolean');
  }

  /** An int32. */
  integer(field: string): number | undefined {
    return this.#typed(
      field,
      'an integer of 32 bits',
      (value): value is number =>
        typeof value === 'number' && Number.isInteger(value) && value >= INT32.least && value <= INT32.most,
    );
  }

  /** An int64, as far as a double is exact. */
  integer64(field: string): number | undefined {
    return this.#typed(field, 'an integer', (value): value is number => Number.isSafeInteger(value));
  }

  number(field: string): number | undefined {
    return this.#typed(field, 'a number', (value): value is number => typeof value === 'number');
  }

  strings(field: string): readonly string[] | undefined {
    return this.#typed(
      field,
      'a list of strings',
      (value): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    );
  }

  /**
   * A nested object, or undefined where there is none. Its own unknown fields are reported when `read` is done with it.
   */
  object<T>(field: string, read: (reader: FieldReader) => T): T | undefined {
    const value = this.raw(field);
    return value === undefined ? undefined : this.#nested(value, this.at(field), read);
  }

  /** A list of objects; absent reads as empty. */
  list<T>(field: string, read: (reader: FieldReader) => T): T[] {
    const value =
      this.#typed(field, 'a list', (candidate): candidate is readonly unknown[] => Array.isArray(candidate)) ?? [];
    return value.map((item, index) => this.#nested(item, this.at(field).index(index), read));
  }

  /** The value as it stands; undefined for null. */
  raw(field: string): unknown {
    this.#asked.add(field);
    return Object.hasOwn(this.#fields, field) ? (this.#fields[field] ?? undefined) : undefined;
  }

  /** Every field that has not been read yet, as it stands. */
  rest(): Fields {
    const rest = Object.entries(this.#fields).filter(([field]) => !this.#asked.has(field));
    for (const [field] of rest) this.#asked.add(field);
    return Object.fromEntries(rest);
  }

  has(field: string): boolean {
    return this.raw(field) !== undefined;
  }

  /** A text that must be there. */
  requiredString(field: string): string {
    const value = this.string(field);
    if (value === undefined && !this.has(field)) this.report(required(this.at(field)));
    return value ?? '';
  }

  /** Reports every field that was not asked for. */
  done(): void {
    for (const field of Object.keys(this.#fields)) {
      if (!this.#asked.has(field)) this.report(unknownField(this.at(field)));
    }
  }

  #nested<T>(value: unknown, path: FieldPath, read: (reader: FieldReader) => T): T {
    const reader = new FieldReader(value, path, this);
    const result = read(reader);
    reader.done();
    return result;
  }

  #typed<T>(field: string, expected: string, is: (value: unknown) => value is T): T | undefined {
    const value = this.raw(field);
    if (value === undefined || is(value)) return value;
    this.report(wrongType(this.at(field), value, expected));
    return undefined;
  }
}

/** In the words of kube-scheduler's strict decoding. */
function unknownField(path: FieldPath): FieldProblem {
  return { field: path.toString(), reason: 'FieldValueForbidden', message: `unknown field "${path.toString()}"` };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
