/** A point of the log: the last position that counts, its revision, and when that was written. */
export interface LogPoint {
  readonly position: bigint;
  readonly revision: bigint;
  /** Null before the first revision. */
  readonly at: Date | null;
  /** Nothing has happened after it yet. */
  readonly isPresent: boolean;
}
