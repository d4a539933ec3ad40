import type { Manifest } from '#rows';
import { isJsonObject } from '#json';
import { findKind } from '#kubernetes';
import { canonicalBytes, equalBytes } from '#ledger';
import type { Draws } from '../changes/index.js';

/** The metadata of a new object: the server sets the fields that it owns and ignores the caller's values for them. */
export function stampCreated(object: Manifest, { at, draws }: { readonly at: Date; readonly draws: Draws }): Manifest {
  const {
    resourceVersion: _,
    selfLink: _link,
    managedFields: _fields,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    ...metadata
  } = object.metadata;
  const first = firstGeneration(object);
  const generation = first === undefined ? {} : { generation: first };
  return { ...object, metadata: { ...metadata, uid: draws.uid(), creationTimestamp: seconds(at), ...generation } };
}

/** The metadata of a changed object: identity and age stay those of the old one. */
export function stampUpdated(object: Manifest, old: Manifest): Manifest {
  const {
    resourceVersion: _,
    selfLink: _link,
    managedFields: _fields,
    generation: _generation,
    ...metadata
  } = object.metadata;
  const { uid, creationTimestamp, generation, deletionTimestamp, deletionGracePeriodSeconds } = old.metadata;
  const kept = Object.fromEntries(
    Object.entries({ uid, creationTimestamp, generation, deletionTimestamp, deletionGracePeriodSeconds }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return { ...object, metadata: { ...metadata, ...kept } };
}

/** The object with its generation moved on, when a field that it counts differs from the old one's. */
export function countGeneration(object: Manifest, old: Manifest): Manifest {
  const kind = findKind(object.apiVersion, object.kind);
  if (kind?.countsGeneration !== true) return object;
  if (kind.generationCounts.every((path) => same(fieldAt(object, path), fieldAt(old, path)))) return object;
  const { generation = kind.countsFromFirstChange ? 0 : 1 } = object.metadata;
  return { ...object, metadata: { ...object.metadata, generation: generation + 1 } };
}

function fieldAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), object);
}

/** True when both are the same JSON. */
export function same(a: unknown, b: unknown): boolean {
  return a === b || equalBytes(canonicalBytes(a ?? null), canonicalBytes(b ?? null));
}

/** Undefined where a kind counts from its first change on, or not at all. */
function firstGeneration({ apiVersion, kind }: Manifest): number | undefined {
  const found = findKind(apiVersion, kind);
  return found?.countsGeneration === true && !found.countsFromFirstChange ? 1 : undefined;
}

/** metav1.Time: RFC 3339 in whole seconds. */
export function seconds(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
