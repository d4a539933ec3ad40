/** How a decision is written. The numbers are those of the format. */
export const decisionKind = {
  /** As difference to the class's decision before in the chunk. */
  difference: 0,
  /** Whole, by numbers of columns of the chunk. */
  frame: 1,
  /** As difference to a base, which is stored elsewhere. */
  based: 2,
  /** Some rows only. */
  excerpt: 3,
} as const;

/** What is written of a difference besides the values of columns. */
export const differenceFlag = { numbers: 1, overrides: 2 } as const;
