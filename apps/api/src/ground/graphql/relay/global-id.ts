/** The global ids of one type of objects, and what identifies one of them. */
export interface GlobalIdType<Part extends string> {
  readonly type: string;
  write(parts: Readonly<Record<Part, string>>): string;
  /** Undefined when the text is no id of this type. */
  read(text: string): Readonly<Record<Part, string>> | undefined;
}

/**
 * An id that is unique over all types: opaque to clients, base64url of the type and what identifies the object, in the
 * order in which that is named here. No part holds a slash.
 */
export function globalIdType<const Part extends string>(type: string, names: readonly Part[]): GlobalIdType<Part> {
  const write = (parts: Readonly<Record<Part, string>>): string =>
    Buffer.from([type, ...names.map((name) => parts[name])].join('/'), 'utf8').toString('base64url');
  return {
    type,
    write,
    read: (text) => {
      const [found, ...values] = decoded(text);
      if (found !== type || values.length !== names.length) return undefined;
      const parts = Object.fromEntries(names.map((name, index) => [name, values[index]])) as Record<Part, string>;
      return write(parts) === text ? parts : undefined;
    },
  };
}

/** The type that a text would be an id of; anything where it is none. */
export function typeOf(text: string): string {
  return decoded(text)[0] ?? '';
}

function decoded(text: string): readonly string[] {
  return Buffer.from(text, 'base64url').toString('utf8').split('/');
}
