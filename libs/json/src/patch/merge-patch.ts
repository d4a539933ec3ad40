import { isJsonObject } from '../json.js';
import { ownField, setField } from '../own-field.js';

/**
 * Applies an RFC 7396 merge patch: null removes, objects merge, everything else replaces. Neither argument is changed;
 * the result shares what the patch leaves alone. A key `__proto__` is a key like any other.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    const change = ownField(patch, key);
    if (change === null) delete result[key];
    else setField(result, key, mergePatch(ownField(result, key), change));
  }
  return result;
}
