import { connection, type Connection } from './connection.js';
import { pageRequest, writeCursor, type CursorPart, type PageArgs, type PageRequest } from './page.args.js';

/** A page of a list that is in memory as a whole. */
export interface PageOfAll<T> {
  readonly items: readonly T[];
  /** Of the first of them, in the whole list. */
  readonly offset: number;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/**
 * The page of a list that is there as a whole. `compare` says where an item stands against a place: below zero before
 * it, above zero behind. What stood at a place may be gone; the list goes on where it was.
 */
export function pageOfAll<T, Place>(
  all: readonly T[],
  { size, fromEnd, after, before }: PageRequest<Place>,
  compare: (item: T, place: Place) => number,
): PageOfAll<T> {
  const begin = after === undefined ? 0 : firstIndex(all, (item) => compare(item, after) > 0);
  const end = Math.max(
    begin,
    before === undefined ? all.length : firstIndex(all, (item) => compare(item, before) >= 0),
  );
  const offset = fromEnd ? Math.max(begin, end - size) : begin;
  const reached = fromEnd ? end : Math.min(end, begin + size);
  return { items: all.slice(offset, reached), offset, hasNext: reached < all.length, hasPrevious: offset > 0 };
}

/** A list that is in memory as a whole, as a connection shows it. */
export interface ListOfAll<Item, Place, Node> {
  /** The list that its cursors are of, and the parts of a place in it. */
  readonly list: string;
  readonly parts: readonly CursorPart[];
  readonly placeOf: (parts: readonly string[]) => Place;
  readonly partsOf: (item: Item) => readonly string[];
  readonly compare: (item: Item, place: Place) => number;
  readonly node: (item: Item) => Node;
}

/** The page of such a list that arguments ask for. @throws RequestRefused as `pageRequest` does */
export function connectionOfAll<Item, Place, Node>(
  all: readonly Item[],
  args: PageArgs,
  { list, parts, placeOf, partsOf, compare, node }: ListOfAll<Item, Place, Node>,
): Connection<Node> {
  const { items, hasNext, hasPrevious } = pageOfAll(all, pageRequest(args, list, parts, placeOf), compare);
  return connection({
    items,
    more: hasNext,
    continued: hasPrevious,
    totalCount: all.length,
    cursor: (item) => writeCursor(list, ...partsOf(item)),
    node,
  });
}

/** By the parts of their keys, one after the other, in code units. */
export function compareKeys(key: readonly string[], other: readonly string[]): number {
  for (const [index, part] of key.entries()) {
    const that = other[index] ?? '';
    if (part !== that) return part < that ? -1 : 1;
  }
  return 0;
}

function firstIndex<T>(all: readonly T[], holds: (item: T) => boolean): number {
  const found = all.findIndex(holds);
  return found === -1 ? all.length : found;
}
