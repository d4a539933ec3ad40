/** The number of the revision that a moment names; undefined of a time or a position. */
export function revisionIn(at: string | undefined): number | undefined {
  const digits = /^revision:(\d+)$/.exec(at ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function revisionMoment(revision: string | number): string {
  return `revision:${revision}`;
}

/** A stretch of time, as the API counts what happened in it. */
export interface Stretch {
  readonly from: string;
  readonly lastRevision: string | null;
}

/**
 * The revision that a cluster was at in a stretch: the last one in it or before it; undefined where the history begins
 * later.
 */
export function revisionAt(stretches: readonly Stretch[], index: number): string | undefined {
  for (let place = Math.min(index, stretches.length - 1); place >= 0; place--) {
    const revision = stretches[place]?.lastRevision;
    if (revision != null) return revision;
  }
  return undefined;
}

/** In which stretch a revision was written: the first that ends with it or with a later one. */
export function stretchOf(stretches: readonly Stretch[], revision: number): number {
  const found = stretches.findIndex(({ lastRevision }) => lastRevision !== null && Number(lastRevision) >= revision);
  return found < 0 ? stretches.length - 1 : found;
}

/** A period may be divided into at most 300 buckets of a millisecond. */
const SHORTEST_MS = 1_000;

/** Where a period ends that begins with the first revision and includes the last: ends are exclusive. */
export function endOfHistory(first: string, last: string): string {
  return new Date(Math.max(Date.parse(last) + 1, Date.parse(first) + SHORTEST_MS)).toISOString();
}
