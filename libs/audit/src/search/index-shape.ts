/** How decisions are gathered in an index: numbers of decisions, each a multiple of the one before. */
export interface IndexShape {
  /** Whose locations are one row. */
  readonly block: number;
  /**
   * The sizes of segments: as many of one size as make the next are merged. The first is what
   * waits to be indexed at most.
   */
  readonly sizes: readonly [number, ...number[]];
  /** The largest segment that is made from decisions, all of which are in memory then; larger ones are merged. */
  readonly direct: number;
}

/**
 * Merging in sixteens keeps the rows of a facet few however many decisions there are, at the price of writing each
 * entry three times; a segment of a million holds a facet that every second decision has in 128 KiB.
 */
export const INDEX_SHAPE: IndexShape = { block: 1024, sizes: [4096, 65_536, 1_048_576], direct: 65_536 };
