/** An answer that kube-scheduler could not decode, in the words of Go's encoding/json. */
export class Undecodable extends Error {
  constructor(message: string) {
    super(storable(message));
  }
}

/** PostgreSQL stores no NUL and no lone surrogate: both become the replacement character, as invalid UTF-8 does. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}

/** Where a value stands, and what Go would make of it. */
interface Target {
  /** Such as `Go value` or `Go struct field HostPriority.Score`. */
  readonly place: string;
  readonly type: string;
}

/** The value of a body. What stands behind it is passed over by Go, and refused here. */
export function parseBody(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') throw new Undecodable('EOF');
  try {
    return JSON.parse(trimmed) as unknown;
  } catch (error) {
    const [first = ''] = trimmed;
    if (!/[[{"\-\dtfn]/.test(first))
      throw new Undecodable(`invalid character '${first}' looking for beginning of value`);
    const { message } = error as SyntaxError;
    const isCut = /end of JSON|Unterminated/.test(message) || message.endsWith(` position ${trimmed.length}`);
    throw new Undecodable(isCut ? 'unexpected EOF' : `invalid JSON: ${message}`);
  }
}

/** A struct of Go: fields are matched without regard to case, the last one counts. */
export class GoStruct {
  readonly #fields = new Map<string, unknown>();

  constructor(
    value: unknown,
    private readonly type: string,
    place = 'Go value',
  ) {
    const fields = value ?? {};
    if (typeof fields !== 'object' || Array.isArray(fields)) throw mismatch(value, { place, type: `v1.${type}` });
    for (const [name, field] of Object.entries(fields)) this.#fields.set(name.toLowerCase(), field);
  }

  text(name: string): string {
    const value = this.#value(name) ?? '';
    if (typeof value !== 'string') throw mismatch(value, this.#target(name, 'string'));
    return storable(value);
  }

  /** An int64, as far as a double is exact. */
  integer(name: string): number {
    const value = this.#value(name) ?? 0;
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw mismatch(value, this.#target(name, 'int64'));
    return value;
  }

  /** Null where there is none. */
  list(name: string, type: string): readonly unknown[] | null {
    const value = this.#value(name) ?? null;
    if (value !== null && !Array.isArray(value)) throw mismatch(value, this.#target(name, type));
    return value;
  }

  texts(name: string): readonly string[] | null {
    const list = this.list(name, '[]string');
    return list && list.map((value) => asText(value, this.#target(name, 'string')));
  }

  map<T>(name: string, type: string, read: (value: unknown, target: string) => T): Map<string, T> {
    const value = this.#value(name) ?? {};
    if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(value, this.#target(name, type));
    const place = this.#target(name, type).place;
    return new Map(Object.entries(value).map(([key, member]) => [storable(key), read(member, place)]));
  }

  /** Null where there is none. */
  struct(name: string, type: string): GoStruct | null {
    const value = this.#value(name) ?? null;
    return value === null ? null : new GoStruct(value, type, this.#target(name, type).place);
  }

  #value(name: string): unknown {
    return this.#fields.get(name.toLowerCase());
  }

  #target(name: string, type: string): Target {
    return { place: `Go struct field ${this.type}.${name}`, type };
  }
}

/** A text of a map or a list; null leaves it empty. */
export function asText(value: unknown, { place, type }: Target): string {
  if (value !== null && typeof value !== 'string') throw mismatch(value, { place, type });
  return storable(value ?? '');
}

/** A list that is a whole body. */
export function bodyList(value: unknown, type: string): readonly unknown[] {
  const list = value ?? [];
  if (!Array.isArray(list)) throw mismatch(value, { place: 'Go value', type: `v1.${type}` });
  return list;
}

function mismatch(value: unknown, { place, type }: Target): Undecodable {
  const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const found = kind === 'number' && Number(value) % 1 !== 0 ? `number ${String(value)}` : kind;
  return new Undecodable(`json: cannot unmarshal ${found} into ${place} of type ${type}`);
}
