import { pageOfAll } from '../graphql/index.js';
import type { AskedPage, FoundPage } from './definition.js';

/** Where an item of a list stands, and whether it stands before a place (below zero) or behind it (above). */
export interface ListOrder<Item, Place> {
  readonly placeOf: (item: Item) => Place;
  readonly compare: (item: Item, place: Place) => number;
}

/** A page of a list that is read as a whole. What stood at a place may be gone; the list goes on where it was. */
export function cutPage<Item, Place>(
  all: readonly Item[],
  { pageSize: size, fromEnd = false, ...window }: AskedPage<Place>,
  { placeOf, compare }: ListOrder<Item, Place>,
): FoundPage<Item, Place> {
  const { items, hasNext, hasPrevious } = pageOfAll(all, { size, fromEnd, ...window }, compare);
  const last = items.at(-1);
  const more = fromEnd ? hasPrevious : hasNext;
  return { items, next: more && last !== undefined ? placeOf(last) : null, totalCount: all.length };
}
