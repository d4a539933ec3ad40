/** A list that is looked at while it grows: what is shown, and how much has come since. */
export interface Followed<Row> {
  /** In the order in which they were shown first, each as it is now. */
  readonly rows: readonly Row[];
  /** Rows that came since. */
  readonly news: number;
}

/**
 * What is shown of a list whose newest page has come anew: the same rows at the same places, their values up to date,
 * and the others counted.
 */
export function followed<Row>(
  shown: readonly Row[],
  latest: readonly Row[],
  keyOf: (row: Row) => string,
): Followed<Row> {
  const now = new Map(latest.map((row) => [keyOf(row), row]));
  const known = new Set(shown.map(keyOf));
  return {
    rows: shown.map((row) => now.get(keyOf(row)) ?? row),
    news: latest.filter((row) => !known.has(keyOf(row))).length,
  };
}
