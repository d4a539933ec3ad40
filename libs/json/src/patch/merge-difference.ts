import { equalJson } from '../equal-json.js';
import { isJsonObject } from '../json.js';
import { ownField, setField } from '../own-field.js';

/**
 * The smallest RFC 7396 merge patch that makes `after` of `before`; undefined where none does, because something that
 * is new is null.
 */
export function mergeDifference(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) setField(patch, key, null);
  for (const key of Object.keys(after)) {
    const [old, now] = [ownField(before, key), ownField(after, key)];
    if (Object.hasOwn(before, key) && equalJson(old, now)) continue;
    const change = changeOf(old, now);
    if (change === undefined) return undefined;
    setField(patch, key, change);
  }
  return patch;
}

/** An object that replaces something else is merged into nothing: no null may be within it. */
function changeOf(old: unknown, now: unknown): unknown {
  if (now === null) return undefined;
  if (!isJsonObject(now)) return now;
  return mergeDifference(isJsonObject(old) ? old : {}, now);
}
