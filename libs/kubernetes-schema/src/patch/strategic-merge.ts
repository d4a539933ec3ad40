import { isJsonObject, ownField, setField } from '#json';
import type { KubernetesType } from '../fields/index.js';
import {
  DELETE_FROM,
  dropNulls,
  listOf,
  PATCH,
  retainKeys,
  SET_ORDER,
  withoutDirectives,
  type Fields,
} from './directives.js';
import { identityOf, ordered, placesOf, requireMergeKey } from './list-order.js';
import { mergeField, type MergeField } from './merge-fields.js';
import {
  badArgument,
  goText,
  goTypeOf,
  PatchFault,
  unknownDirective,
  withoutMergeKey,
  type PatchProblem,
} from './patch-fault.js';

/** The patched object, and what is left of the patch: the API server prints that when the object is unreadable. */
export interface StrategicMerge {
  readonly value: Fields;
  readonly rest: Fields;
}

/**
 * Applies a strategic merge patch to an object of a type, all of it or nothing. Both must be JSON; neither is changed.
 * Our own: no library for JavaScript applies all directives. // as apimachinery v1.34 StrategicMergeMapPatch
 */
export function strategicMerge(
  document: object,
  patch: object,
  type: KubernetesType | undefined,
): StrategicMerge | PatchProblem {
  const rest = copyOf(patch);
  try {
    return { value: mergedObject(copyOf(document), rest, type), rest };
  } catch (error) {
    if (!(error instanceof PatchFault)) throw error;
    return { problem: error.message, answer: error.answer };
  }
}

/** Where in an object a patch is applied. */
interface Place {
  readonly key: string;
  /** Of the object that the key is in. */
  readonly type: KubernetesType | undefined;
}

/** Consumes the patch, and changes the object in place. */
function mergedObject(original: Fields, patch: Fields, type: KubernetesType | undefined): Fields {
  if (Object.hasOwn(patch, PATCH)) return directed(patch);
  retainKeys(original, patch);
  for (const key of Object.keys(patch)) if (key.startsWith(SET_ORDER)) mergeOrdered(original, patch, { key, type });
  for (const key of Object.keys(patch)) mergeInto(original, patch, { key, type });
  return original;
}

function mergeInto(original: Fields, patch: Fields, at: Place): void {
  const value = ownField(patch, at.key);
  if (value === undefined) return;
  const deletes = at.key.startsWith(DELETE_FROM);
  const key = deletes ? listOf(at.key, DELETE_FROM) : at.key;
  const present = ownField(original, key);
  if (value === null) delete original[key];
  else if (present === undefined || goTypeOf(present) !== goTypeOf(value)) {
    if (!deletes) put(original, key, value);
  } else if (Array.isArray(present) && Array.isArray(value)) {
    const field = mergeField(at.type, key);
    const merges = deletes || field.strategy === 'merge';
    setField(original, key, merges ? mergedList(present, value, { ...field, deletes }) : value);
  } else if (isJsonObject(present) && isJsonObject(value)) {
    const { strategy, type } = mergeField(at.type, key);
    setField(original, key, strategy === 'replace' ? value : mergedObject(present, value, type));
  } else setField(original, key, value);
}

/** Merges a list together with its order, and takes both out of the patch. */
function mergeOrdered(original: Fields, patch: Fields, at: Place): void {
  const order = ownField(patch, at.key);
  delete patch[at.key];
  if (!Array.isArray(order)) throw badArgument('[]interface {}', order);
  const key = listOf(at.key, SET_ORDER);
  const present = listOrNone(ownField(original, key));
  const patched = listOrNone(ownField(patch, key));
  const field = mergeField(at.type, key);
  checkOrder(patched ?? [], order, field.mergeKey);
  if (present === undefined && patched === undefined) return;
  let merged = present ?? (withoutDirectives(patched) as unknown[]);
  if (present !== undefined && patched !== undefined)
    merged = field.strategy === 'merge' ? mergedList(present, patched, { ...field, deletes: false }) : patched;
  for (const item of merged) if (field.mergeKey !== undefined) requireMergeKey(item, field.mergeKey);
  elementType([present ?? [], patched ?? []]);
  setField(original, key, ordered(merged, { patch: order, server: present ?? [] }, field.mergeKey));
  delete patch[key];
}

function mergedList(
  original: unknown[],
  patch: unknown[],
  field: MergeField & { readonly deletes: boolean },
): unknown[] {
  if (original.length === 0 && patch.length === 0) return original;
  const { mergeKey, deletes } = field;
  if (elementType([original, patch]) !== 'map[string]interface {}') {
    const named = new Set(patch);
    if (deletes) return original.filter((item) => !named.has(item));
    return ordered([...new Set([...original, ...patch])], { patch, server: original }, undefined);
  }
  if (mergeKey === undefined) throw new PatchFault('cannot merge lists without merge key for struct');
  const { items, additions } = specialItems(original as Fields[], patch as Fields[], mergeKey);
  const merged = [...items];
  const places = placesOf(items, mergeKey);
  for (const addition of additions) {
    if (!Object.hasOwn(addition, mergeKey)) throw withoutMergeKey(addition, mergeKey);
    const place = places.get(ownField(addition, mergeKey));
    if (place !== undefined) merged[place] = mergedObject(merged[place] as Fields, addition, field.type);
    else places.set(ownField(addition, mergeKey), merged.push(addition) - 1);
  }
  return ordered(merged, { patch: additions, server: items }, mergeKey);
}

function directed(patch: Fields): Fields {
  const { [PATCH]: directive } = patch;
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw unknownDirective(directive, patch);
  delete patch[PATCH];
  return patch;
}

/** What is new is taken as it is, without what deletes. */
function put(original: Fields, key: string, value: unknown): void {
  dropNulls(value);
  const kept = withoutDirectives(value);
  if (kept === undefined) delete original[key];
  else setField(original, key, kept);
}

/** Does what the directives among the items of a patch say; the other items are left to add. */
function specialItems(
  original: readonly Fields[],
  patch: readonly Fields[],
  mergeKey: string,
): { readonly items: readonly Fields[]; readonly additions: readonly Fields[] } {
  let items = original;
  let replaces = false;
  for (const item of patch) {
    if (!Object.hasOwn(item, PATCH)) continue;
    const { [PATCH]: directive, [mergeKey]: identity } = item;
    if (directive === 'replace') replaces = true;
    else if (directive === 'merge') throw new PatchFault('merging lists cannot yet be specified in the patch');
    else if (directive !== 'delete') throw unknownDirective(directive, item);
    else if (identity === undefined) throw withoutMergeKey(item, mergeKey);
    else items = items.filter((one) => identityOf(one, mergeKey) !== identity);
  }
  const additions = patch.filter((item) => !Object.hasOwn(item, PATCH));
  return replaces ? { items: additions, additions: [] } : { items, additions };
}

/** The items of a patch must stand in their order, and all of them in it. // as validatePatchWithSetOrderList */
function checkOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string | undefined): void {
  if (patch.length === 0 || order.length === 0) return;
  let place = 0;
  for (const item of patch) {
    if (mergeKey !== undefined && !isJsonObject(item)) throw badArgument('map[string]interface {}', item);
    if (isJsonObject(item) && Object.hasOwn(item, PATCH)) continue;
    for (; place < order.length; place += 1) {
      if (mergeKey !== undefined) for (const one of [item, order[place]]) requireMergeKey(one, mergeKey);
      if (identityOf(item, mergeKey) === identityOf(order[place], mergeKey)) break;
    }
    if (place === order.length)
      throw new PatchFault(
        `The order in patch list:\n${goText(patch)}\n doesn't match ${SET_ORDER} list:\n${goText(order)}\n`,
      );
    place += 1;
  }
}

/** The one type of all items. */
function elementType(lists: readonly (readonly unknown[])[]): ReturnType<typeof goTypeOf> {
  const types = lists.flat(1).map(goTypeOf);
  const [first] = types;
  if (first === undefined) throw new PatchFault('no elements in any of the given slices');
  if (first === '[]interface {}') throw new PatchFault('lists of lists are not supported', 'rejected');
  if (types.some((type) => type !== first))
    throw new PatchFault(`list element types are not identical: ${goText(lists)}`);
  return first;
}

function listOrNone(value: unknown): unknown[] | undefined {
  if (value === undefined || Array.isArray(value)) return value;
  throw badArgument('[]interface {}', value);
}

function copyOf(value: object): Fields {
  return JSON.parse(JSON.stringify(value)) as Fields;
}
