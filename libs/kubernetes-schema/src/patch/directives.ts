import { isJsonObject, setField } from '#json';
import { PatchFault } from './patch-fault.js';

/** A JSON object while it is merged. */
export type Fields = Record<string, unknown>;

export const PATCH = '$patch';
export const RETAIN_KEYS = '$retainKeys';
export const DELETE_FROM = '$deleteFromPrimitiveList';
export const SET_ORDER = '$setElementOrder';

/** The list that a directive of a key such as `$setElementOrder/containers` is about. */
export function listOf(key: string, directive: typeof DELETE_FROM | typeof SET_ORDER): string {
  if (key.startsWith(`${directive}/`)) return key.slice(directive.length + 1);
  const what = directive === DELETE_FROM ? 'primitive list' : 'setElementOrder list';
  throw new PatchFault(`invalid patch format of ${what}`, 'malformed');
}

/** Takes `$retainKeys` out of the patch, and out of the object every field that it does not name. */
export function retainKeys(original: Fields, patch: Fields): void {
  const directive = patch[RETAIN_KEYS];
  if (directive === undefined) return;
  delete patch[RETAIN_KEYS];
  if (!Array.isArray(directive)) throw badRetainKeys();
  const retained = new Set<unknown>(directive);
  for (const [key, value] of Object.entries(patch)) {
    const isExempt = value === null || key.startsWith(DELETE_FROM) || key.startsWith(SET_ORDER);
    if (!isExempt && !retained.has(key)) throw badRetainKeys();
  }
  for (const key of Object.keys(original)) if (!retained.has(key)) delete original[key];
}

function badRetainKeys(): PatchFault {
  return new PatchFault('invalid patch format of retainKeys', 'malformed');
}

/** The value without its nulls, at any depth. Null in a list stays. Changes the value. */
export function dropNulls(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) dropNulls(item);
  else if (isJsonObject(value))
    for (const key of Object.keys(value)) {
      if (value[key] === null) delete value[key];
      else dropNulls(value[key]);
    }
}

/** The value without objects that are directives; undefined where it is one itself. Changes the value. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, PATCH)) return undefined;
  for (const key of Object.keys(value)) {
    const kept = withoutDirectives(value[key]);
    if (kept === undefined) delete value[key];
    else setField(value, key, kept);
  }
  return value;
}
