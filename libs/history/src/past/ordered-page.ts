import { compareOrderKeys, orderKeyOf, type ListPosition, type ObjectOrder } from '#cluster';
import type { StoredObject } from '#rows';
import { type PageWindow } from '#requests';

/** Objects of the past in another order than by namespace and name: what of them lies in a window, from its end on. */
export function orderedPage(
  objects: readonly StoredObject[],
  order: ObjectOrder,
  { after, before, fromEnd = false }: PageWindow<ListPosition>,
): StoredObject[] {
  const way = order.descending ? -1 : 1;
  const compare = (a: ListPosition, b: ListPosition): number =>
    way *
    (compareOrderKeys(order, a.key ?? '', b.key ?? '') ||
      compareTexts(a.namespace, b.namespace) ||
      compareTexts(a.name, b.name));
  const placed = objects.map((stored) => ({ stored, place: placeOf(order, stored) }));
  const inside = placed.filter(
    ({ place }) =>
      (after === undefined || compare(place, after) > 0) && (before === undefined || compare(place, before) < 0),
  );
  inside.sort((a, b) => compare(a.place, b.place));
  const found = inside.map(({ stored }) => stored);
  return fromEnd ? found.reverse() : found;
}

function placeOf(order: ObjectOrder, { object }: StoredObject): ListPosition {
  const { namespace = '', name } = object.metadata;
  return { namespace, name, key: orderKeyOf(order, object) };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
