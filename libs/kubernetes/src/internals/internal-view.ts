import { isJsonObject, ownField } from '#json';
import { INTERNAL_TYPES } from './internal-types.js';
import { POD_TYPES } from './pod-types.js';

interface InternalField {
  readonly goName: string;
  /** Where it is in the JSON: a field, or a field of a field. */
  readonly path: readonly string[];
  /** What is there where nothing is said; undefined where the field is left out then. */
  readonly absent: unknown;
  /** The type of what is in it; `map` for keys that are in their order. */
  readonly type?: string;
}

const types: ReadonlyMap<string, readonly InternalField[]> = new Map(
  `${INTERNAL_TYPES.trim()}\n${POD_TYPES.trim()}`.split(/\n(?! )/).map((line) => {
    const [name = '', ...fields] = line.split(/\s+/);
    return [name, fields.map(fieldOf)];
  }),
);

/** A value as the API server's own structure of that type says it: fields in its order, under their names in Go. */
export function internalView(value: unknown, type: string): unknown {
  if (type === 'map') return inOrder(value);
  const fields = types.get(type);
  if (fields === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => internalView(item, type));
  return Object.fromEntries(
    fields.flatMap(({ goName, path, absent, type: inside }) => {
      const field = path.reduce((part: unknown, name) => fieldIn(part, name), value) ?? absent;
      if (field === undefined) return [];
      return [[goName, inside === undefined || field === null ? field : internalView(field, inside)]];
    }),
  );
}

/** The same as the text that shows where two differ: JSON, a field a line. */
export function internalText(value: unknown, type: string): string {
  return JSON.stringify(internalView(value, type), null, 1).replace(ESCAPED, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function fieldIn(value: unknown, name: string): unknown {
  return isJsonObject(value) ? ownField(value, name) : undefined;
}

/** What Go escapes in JSON, though JSON does not ask for it. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/** A map as Go prints it, with what is in it. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value)) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inside]) => [key, inOrder(inside)]));
}

/**
 * `Name:name:""`, `SeccompProfile:seccompProfile:Profile`; with a `!` it is there though nothing is said. A name in
 * lower case is one that a tag gives: such a field is left out where nothing is said.
 */
function fieldOf(text: string): InternalField {
  const [goName = '', given = goName, rest = ''] = text.split(':');
  const path = given.split('.');
  const nothing = /^[A-Z]/.test(goName) ? null : undefined;
  if (!/^([A-Z]|map$)/.test(rest))
    return { goName, path, absent: rest === '' ? nothing : (JSON.parse(rest) as unknown) };
  const held = rest.endsWith('!');
  return { goName, path, absent: held ? {} : nothing, type: held ? rest.slice(0, -1) : rest };
}
