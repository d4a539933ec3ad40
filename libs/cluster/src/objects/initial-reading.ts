import { seesObject, sightOf } from '#access';
import { compileRequirements } from '#apimachinery';
import { isInitialOfNamespaces } from '#api-server';
import { matchesFields } from '#kubernetes';
import { keyOf, type StoredObject } from '#rows';
import { initialContent, initialObjects } from '#writes';
import { kindOf } from './kind-of.js';
import type { KindScope, ListPosition, ObjectMatch, ObjectReading, ObjectSelection } from './object-reading.js';

/** What a reading of a cluster needs to be able to say for the objects that the cluster begins with. */
type Reading = Pick<ObjectReading, 'cluster' | 'find' | 'list' | 'findNamed'>;

/** An object, or the one of its name that the cluster begins with. */
export async function findWithInitial(
  reading: ObjectReading,
  scope: KindScope,
  name: string,
): Promise<StoredObject | undefined> {
  const found = await reading.find(scope, name);
  if (found !== undefined) return found;
  return (await seenOf(reading, scope, name)).find(({ object }) => object.metadata.name === name);
}

/** A page by namespace and name, among them the objects that the cluster begins with and that nothing has replaced. */
export async function listWithInitial(
  reading: ObjectReading,
  scope: KindScope,
  selection: ObjectSelection,
): Promise<StoredObject[]> {
  const found = await reading.list(scope, selection);
  const initial = (await initialIn(reading, scope)).filter(selectorOf(selection));
  if (initial.length === 0) return found;
  const direction = selection.fromEnd === true ? -1 : 1;
  const all = [...found, ...initial].sort((a, b) => direction * byPlace(placeOf(a), placeOf(b)));
  return all.slice(0, selection.limit ?? all.length);
}

/** How many there are, with those that the cluster begins with. */
export async function countWithInitial(reading: ObjectReading, scope: KindScope, match: ObjectMatch): Promise<number> {
  const initial = (await initialIn(reading, scope)).filter(selectorOf(match));
  return initial.length + (await reading.count(scope, match));
}

/** The objects of a scope that the cluster begins with, as far as they are seen and none of their names is stored. */
export async function initialIn(reading: Reading, scope: KindScope): Promise<StoredObject[]> {
  const objects = await seenOf(reading, scope);
  if (objects.length === 0) return [];
  const stored = await reading.findNamed(scope.kind, objects.map(placeOf));
  const taken = new Set(stored.map(({ object }) => keyOf(object)));
  return objects.filter(({ object }) => !taken.has(keyOf(object)));
}

/** `name`: of the one that is looked for, if there is one alone. */
async function seenOf(reading: Reading, { kind, namespace }: KindScope, name?: string): Promise<StoredObject[]> {
  const { cluster } = reading;
  const sight = sightOf(cluster);
  const contents = isInitialOfNamespaces(kind.kind, cluster)
    ? (await namespacesOf(reading, namespace)).flatMap((one) => initialContent(cluster, kind.kind, one) ?? [])
    : [];
  return [...initialObjects(cluster, kind.kind), ...contents].filter(({ object: { metadata } }) => {
    const place = { kind: kind.kind, namespace: metadata.namespace ?? '', name: metadata.name };
    const isIn = !kind.namespaced || namespace === '' || place.namespace === namespace;
    return isIn && (name === undefined || place.name === name) && seesObject(sight, place);
  });
}

async function namespacesOf(reading: Reading, name: string): Promise<StoredObject[]> {
  const scope = { kind: kindOf('v1', 'Namespace'), namespace: '' };
  const stored =
    name === '' ? await reading.list(scope, {}) : await reading.findNamed(scope.kind, [{ namespace: '', name }]);
  const names = new Set(stored.map(({ object }) => object.metadata.name));
  const initial = initialObjects(reading.cluster, 'Namespace').filter(({ object: { metadata } }) => {
    return !names.has(metadata.name) && (name === '' || metadata.name === name);
  });
  return [...stored, ...initial];
}

function selectorOf({ labels = [], fields = [], after, before }: ObjectSelection): (stored: StoredObject) => boolean {
  const byLabels = compileRequirements(labels);
  return (stored) =>
    byLabels(stored.object.metadata.labels) &&
    matchesFields(fields, stored.object) &&
    (after === undefined || byPlace(placeOf(stored), after) > 0) &&
    (before === undefined || byPlace(placeOf(stored), before) < 0);
}

function placeOf({ object: { metadata } }: StoredObject): ListPosition {
  return { namespace: metadata.namespace ?? '', name: metadata.name };
}

function byPlace(a: ListPosition, b: ListPosition): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
