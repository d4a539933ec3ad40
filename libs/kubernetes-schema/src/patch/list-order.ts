import { isJsonObject } from '#json';
import { badArgument, PatchFault, withoutMergeKey } from './patch-fault.js';

/** The merge key of a list of objects; undefined for a list of scalars, whose items identify themselves. */
export type MergeKey = string | undefined;

/** The first place of each item, by what identifies it. */
export type Places = Map<unknown, number>;

/** The orders that a merged list follows, the first before the second. */
export interface ListOrders {
  /** Of the patch: its items stand in this order. */
  readonly patch: readonly unknown[];
  /** Of the list as it was: the order of the other items. */
  readonly server: readonly unknown[];
}

/** The value that identifies an item: that of its merge key, or the item itself. */
export function identityOf(item: unknown, mergeKey: MergeKey): unknown {
  if (mergeKey === undefined) return item;
  return isJsonObject(item) && Object.hasOwn(item, mergeKey) ? item[mergeKey] : undefined;
}

/** @throws PatchFault where an item of a list with a merge key is no object */
export function placesOf(items: readonly unknown[], mergeKey: MergeKey): Places {
  const places: Places = new Map();
  items.forEach((item, index) => {
    if (mergeKey !== undefined && !isJsonObject(item)) throw new PatchFault(`value for key ${index} is not a map`);
    const identity = identityOf(item, mergeKey);
    if (identity !== undefined && !places.has(identity)) places.set(identity, index);
  });
  return places;
}

/**
 * The items in the order of the patch, and between them those that the patch does not name, each in front of the first
 * item that it stood in front of. // as normalizeElementOrder
 */
export function ordered(items: readonly unknown[], { patch, server }: ListOrders, mergeKey: MergeKey): unknown[] {
  if (mergeKey !== undefined) for (const item of items) requireMergeKey(item, mergeKey);
  const inPatch = placesOf(patch, mergeKey);
  const isPatched = (item: unknown): boolean => inPatch.has(identityOf(item, mergeKey));
  if (mergeKey !== undefined) for (const item of [...patch, ...server]) requireMergeKey(item, mergeKey);
  const onServer = placesOf(server, mergeKey);
  const placeIn = (places: Places, item: unknown): number => places.get(identityOf(item, mergeKey)) ?? -1;
  const place = (item: unknown): number => placeIn(onServer, item);
  const others = sorted(
    items.filter((item) => !isPatched(item)),
    place,
  );
  const patched = sorted(items.filter(isPatched), (item) => placeIn(inPatch, item));
  return interleaved(others, patched, place);
}

/** @throws PatchFault where the item is no object or has no merge key */
export function requireMergeKey(item: unknown, mergeKey: string): void {
  if (!isJsonObject(item)) throw badArgument('map[string]interface {}', item);
  if (!Object.hasOwn(item, mergeKey)) throw withoutMergeKey(item, mergeKey);
}

/** By their places; those without one, which is -1, come last. */
function sorted(items: readonly unknown[], place: (item: unknown) => number): unknown[] {
  const known = items.filter((item) => place(item) >= 0).sort((a, b) => place(a) - place(b));
  return [...known, ...items.filter((item) => place(item) < 0)];
}

function interleaved(
  others: readonly unknown[],
  patched: readonly unknown[],
  place: (item: unknown) => number,
): unknown[] {
  const result: unknown[] = [];
  let next = 0;
  for (const item of patched) {
    const here = place(item);
    for (; next < others.length; next += 1) {
      const before = place(others[next]);
      if (before < 0 || here < 0 || before >= here) break;
      result.push(others[next]);
    }
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}
