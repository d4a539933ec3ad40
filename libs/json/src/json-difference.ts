import { isJsonObject } from './json.js';
import { equalJson } from './equal-json.js';

/** One operation of an RFC 6902 patch, of those that a difference needs. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/**
 * The RFC 6902 patch that makes one document of another: `jsonPatch` with it gives `after` of `before`. Empty where
 * they are equal. Fields are compared by name, items of lists by place, behind what both lists begin with and before
 * what both end with.
 */
export function jsonDifference(before: unknown, after: unknown): JsonPatchOperation[] {
  return [...differences(before, after, '')];
}

function* differences(before: unknown, after: unknown, path: string): Iterable<JsonPatchOperation> {
  if (Array.isArray(before) && Array.isArray(after)) yield* listDifferences(before, after, path);
  else if (isJsonObject(before) && isJsonObject(after)) yield* fieldDifferences(before, after, path);
  else if (!equalJson(before, after)) yield { op: 'replace', path, value: after };
}

function* fieldDifferences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  path: string,
): Iterable<JsonPatchOperation> {
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) yield { op: 'remove', path: below(path, key) };
  for (const [key, value] of Object.entries(after)) {
    if (Object.hasOwn(before, key)) yield* differences(before[key], value, below(path, key));
    else yield { op: 'add', path: below(path, key), value };
  }
}

function* listDifferences(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
): Iterable<JsonPatchOperation> {
  const shorter = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < shorter && equalJson(before[begin], after[begin])) begin += 1;
  let end = 0;
  while (end < shorter - begin && equalJson(before[before.length - 1 - end], after[after.length - 1 - end])) end += 1;
  const common = shorter - end;
  for (let index = begin; index < common; index += 1)
    yield* differences(before[index], after[index], `${path}/${index}`);
  // From behind, so that what is still to go keeps its place.
  for (let index = before.length - end - 1; index >= common; index -= 1)
    yield { op: 'remove', path: `${path}/${index}` };
  for (let index = common; index < after.length - end; index += 1)
    yield { op: 'add', path: `${path}/${index}`, value: after[index] };
}

/** RFC 6901. */
function below(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
