import { ownField } from './own-field.js';
import { isJsonObject } from './json.js';

/**
 * Whether two JSON documents are the same, with fields in any order. To admission an empty value is an absent
 * one; here it is not.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalJson(ownField(a, key), ownField(b, key)))
  );
}
