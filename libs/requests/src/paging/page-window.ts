/** Which part of a list a page is of: what lies between two places of it, taken from one end or from the other. */
export interface PageWindow<Place> {
  /** Only what comes after this place, in the order of the list. */
  readonly after?: Place;
  /** Only what comes before this one. */
  readonly before?: Place;
  /** The last of them, not the first. A page is in the order of its list in any case. */
  readonly fromEnd?: boolean;
}

/** A page, and whether there is more of its window behind it, seen from the end that it was taken from. */
export interface WindowPage<T> {
  readonly items: readonly T[];
  readonly more: boolean;
}

/** The page of what was found from its end of the window on: one more than it holds tells whether more follow. */
export function pageOf<T>(
  found: readonly T[],
  { size, fromEnd = false }: { readonly size: number; readonly fromEnd?: boolean | undefined },
): WindowPage<T> {
  const items = found.slice(0, size);
  return { items: fromEnd ? items.reverse() : items, more: found.length > size };
}

/** Where a list goes on behind a page, on the way that the page was taken; undefined at its end. */
export function edgeOf<T>(
  { items, more }: WindowPage<T>,
  { fromEnd = false }: Pick<PageWindow<unknown>, 'fromEnd'>,
): T | undefined {
  return more ? items.at(fromEnd ? 0 : -1) : undefined;
}
