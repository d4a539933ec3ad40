/** A range of indexes, both ends included. */
type Range = readonly [first: number, last: number];

/** Indexes of a job as ranges, in order and with gaps between them. */
export type Indexes = readonly Range[];

/**
 * Reads `1,3-5`; what is not below `completions` is left out, and so is what cannot be read.
 * // as kubernetes v1.34 parseIndexesFromString
 */
export function readIndexes(text: string, completions: number): Indexes {
  if (text === '') return [];
  const ranges = text.split(',').flatMap((part): Range[] => {
    const [first = NaN, last = first] = part.split('-').map((limit) => (/^\d+$/.test(limit) ? Number(limit) : NaN));
    return first < completions && !Number.isNaN(last) ? [[first, Math.min(last, completions - 1)]] : [];
  });
  return joined(ranges);
}

/** Two in a row stand as `1,2`, more as `1-3`. // as orderedIntervals.String */
export function printIndexes(indexes: Indexes): string {
  return indexes
    .map(([first, last]) => (first === last ? `${first}` : `${first}${last === first + 1 ? ',' : '-'}${last}`))
    .join(',');
}

export function indexesWith(indexes: Indexes, more: Iterable<number>): Indexes {
  return joined([...indexes, ...[...more].map((index): Range => [index, index])]);
}

export function unionOf(one: Indexes, other: Indexes): Indexes {
  return joined([...one, ...other]);
}

export function totalOf(indexes: Indexes): number {
  return indexes.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

export function hasIndex(indexes: Indexes, index: number): boolean {
  return indexes.some(([first, last]) => first <= index && index <= last);
}

/** How many indexes are in both. */
export function overlapOf(one: Indexes, other: Indexes): number {
  return totalOf(one) + totalOf(other) - totalOf(unionOf(one, other));
}

/** The lowest indexes that are not among these, so many of them and below `completions`. */
export function firstOutside(
  indexes: Indexes,
  { count, completions }: { readonly count: number; readonly completions: number },
): number[] {
  const found: number[] = [];
  let candidate = 0;
  for (const [first, last] of [...indexes, [completions, completions] as const]) {
    for (; candidate < Math.min(first, completions) && found.length < count; candidate += 1) found.push(candidate);
    candidate = Math.max(candidate, last + 1);
  }
  return found;
}

function joined(ranges: readonly Range[]): Indexes {
  const result: [first: number, last: number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before === undefined || first > before[1] + 1) result.push([first, last]);
    else before[1] = Math.max(before[1], last);
  }
  return result;
}
