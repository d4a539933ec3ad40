/** A stretch of time in equal parts, the first from `since` on. */
export interface Buckets {
  readonly since: Date;
  /** Exclusive. */
  readonly until: Date;
  readonly count: number;
}

/** The beginning of each bucket, and at last the end. */
export function boundsOf({ since, until, count }: Buckets): Date[] {
  const [from, to] = [since.getTime(), until.getTime()];
  return Array.from({ length: count + 1 }, (_, index) => new Date(from + Math.round(((to - from) * index) / count)));
}
