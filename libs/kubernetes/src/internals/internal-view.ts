import { isJsonObject, ownField } from '#json';
import { INTERNAL_TYPES } from './internal-types.js';

interface InternalField {
  readonly goName: string;
  readonly name: string;
  /** What is there where nothing is said. */
  readonly absent: unknown;
  /** The type of what is in it. */
  readonly type?: string;
}

const types: ReadonlyMap<string, readonly InternalField[]> = new Map(
  INTERNAL_TYPES.trim()
    .split(/\n(?! )/)
    .map((line) => {
      const [name = '', ...fields] = line.split(/\s+/);
      return [name, fields.map(fieldOf)];
    }),
);

/** A value as the API server's own structure of that type says it: fields in its order, under their names in Go. */
export function internalView(value: unknown, type: string): unknown {
  const fields = types.get(type);
  if (fields === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => internalView(item, type));
  const object = isJsonObject(value) ? value : {};
  return Object.fromEntries(
    fields.map(({ goName, name, absent, type: inside }) => {
      const field = ownField(object, name) ?? absent;
      return [goName, inside === undefined || field === null ? field : internalView(field, inside)];
    }),
  );
}

/** The same as the text that shows where two differ: JSON, a field a line. */
export function internalText(value: unknown, type: string): string {
  return JSON.stringify(internalView(value, type), null, 1);
}

/** `Name:name:""`, `SeccompProfile:seccompProfile:Profile`; with a `!` it is there though nothing is said. */
function fieldOf(text: string): InternalField {
  const [goName = '', name = '', rest = ''] = text.split(':');
  if (!/^[A-Z]/.test(rest)) return { goName, name, absent: rest === '' ? null : (JSON.parse(rest) as unknown) };
  const held = rest.endsWith('!');
  return { goName, name, absent: held ? {} : null, type: held ? rest.slice(0, -1) : rest };
}
