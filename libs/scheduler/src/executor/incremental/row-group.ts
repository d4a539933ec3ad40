import type { LocalBest } from './local-best.js';

/** What makes the rows of a group. */
export interface GroupShape {
  /** One of its rows. */
  readonly sample: number;
  /** What its rows have in common of the domains that part the rows. */
  readonly base: number;
  /** Of scores that are scaled by row, the raw score that all its rows have. */
  readonly raws: number[];
}

export const NO_MEMBER = -1;

/**
 * Rows that differ in what is their own only: every verdict of few domains, and every score that is scaled, is the same
 * for all of them. Rows are counted by what else is said of them; those of which nothing is said are kept by the part
 * of the score that is their own.
 */
export class RowGroup {
  /** Rows by the list of verdicts that are a row's own, where there are any. */
  readonly failing = new Map<number, number>();
  /** Rows without such a verdict. */
  passing = 0;
  size = 0;
  /** One of the rows that are in it now, or `NO_MEMBER` where none is known. */
  member = NO_MEMBER;
  /** The list of what filters of few domains say of all rows of the group. */
  verdicts = 0;
  /** What all rows of the group have in common of their totals. */
  part = 0;

  /** @param best of its rows without a verdict of their own */
  constructor(
    readonly id: number,
    readonly shape: GroupShape,
    readonly best: LocalBest,
  ) {}

  get isFeasible(): boolean {
    return this.verdicts === 0 && this.passing > 0;
  }

  /** Counts a row that comes (1) or goes (-1), by its list. */
  count(list: number, step: 1 | -1): void {
    this.size += step;
    if (list === 0) {
      this.passing += step;
      return;
    }
    const rows = (this.failing.get(list) ?? 0) + step;
    if (rows === 0) this.failing.delete(list);
    else this.failing.set(list, rows);
  }
}
