/** A row by the part of its total that is its own, and its place by name. */
export interface GroupPlace {
  readonly local: number;
  readonly rank: number;
}

/** Stands for the own part of a row that is not among them: others are not negative. */
export const ABSENT = -1;

/** Some rows by the part of their total that is their own, so that the best are at hand. */
export interface LocalBest {
  /** What it takes, roughly. */
  readonly bytes: number;
  /** The row's own part was this, and is that; `ABSENT` where it was not there, or is not any more. */
  move(rank: number, before: number, now: number): void;
  /** How many rows have this part of their own. */
  count(local: number): number;
  /** The best row, of equals the first by name. */
  top(): GroupPlace | undefined;
  /** The best one after the top. */
  second(): GroupPlace | undefined;
}
