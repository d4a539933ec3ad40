import { isJsonObject, ownField } from '#json';
import { labelValueProblems, qualifiedNameProblems } from '#apimachinery';
import type { ObjectPath } from './placement-fields.js';

/** A value of an object: the list or map that it stands in, and its place there. */
export interface Located {
  readonly path: ObjectPath;
  readonly parent: object;
  readonly value: unknown;
}

/** Where the API server names a field otherwise than by its place in the object. */
const REPORTED_AS: readonly (readonly [RegExp, string])[] = [
  [/^metadata\.taints\b/, 'spec.taints'],
  [/^(spec\.template)\.(labels|annotations)\b/, '$1.metadata.$2'],
  [/\boverhead\.limits\b/, 'overhead'],
  [/\bpersistentDisk\b/, 'gcePersistentDisk'],
  [/\bLoadBalancerSourceRanges\b/, 'loadBalancerSourceRanges'],
];

const PARTS = /([^.[\]]+)|\[([^\]]*)\]/g;

/**
 * The values that a problem is about: those at its field, of a map of texts its unsound entries, and of a field that is
 * missing what it is missing in. None where that is the object itself, or its metadata, spec or status.
 */
export function locateFault(object: object, field: string): Located[] {
  let found: Located | undefined;
  let value: unknown = object;
  for (const part of partsOf(field)) {
    const step = Array.isArray(value) ? Number(part) : part;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break;
    const inside = ownField(value as Record<string, unknown>, String(step));
    found = { path: [...(found?.path ?? []), step], parent: value, value: inside };
    value = inside;
  }
  if (found === undefined || found.path.length < 2) return [];
  const entries = unsoundEntries(found);
  return entries.length > 0 ? entries : [found];
}

/** The names, keys and places in lists by which a problem names its field, as text. */
export function partsOf(field: string): readonly string[] {
  const place = REPORTED_AS.reduce((path, [reported, is]) => path.replace(reported, is), field);
  return [...place.matchAll(PARTS)].map(([, name, key = '']) => name ?? key);
}

const LABELS = /^(labels|matchLabels|nodeSelector|selector)$/;

/** Problems with labels and annotations name the map; these are the entries that they are about. */
function unsoundEntries({ path, value }: Located): Located[] {
  const name = String(path.at(-1));
  if (!isJsonObject(value) || !(LABELS.test(name) || name === 'annotations')) return [];
  return Object.entries(value)
    .filter(([key, text]) =>
      name === 'annotations'
        ? typeof text !== 'string' || qualifiedNameProblems(key.toLowerCase()).length > 0
        : typeof text !== 'string' || qualifiedNameProblems(key).length > 0 || labelValueProblems(text).length > 0,
    )
    .map(([key, text]) => ({ path: [...path, key], parent: value, value: text }));
}
