import { LazyHeap } from './lazy-heap.js';

/**
 * Rows that differ in what is their own only: every verdict of few domains, and every score that is scaled, is the same for all of them.
 * Rows are counted by what else is said of them, and the best of those of which nothing is said are at hand.
 */
export class RowGroup {
  /** Rows by the list of verdicts that are a row's own. */
  readonly lists = new Map<number, number>();
  /** Rows without such a verdict, by the part of the score that is a row's own. */
  readonly counts = new Map<number, number>();
  readonly heap = new LazyHeap();
  /** Rows without such a verdict. */
  passing = 0;
  size = 0;
  /** The list of what filters of few domains say of all rows of the group. */
  verdicts = 0;
  /** What all rows of the group have in common of their totals. */
  part = 0;

  /** @param sample one of its rows; @param raws of scores that are scaled by row, the raw score that makes a row one of this group */
  constructor(readonly id: number, readonly sample: number, readonly raws: readonly number[]) {}

  get isFeasible(): boolean {
    return this.verdicts === 0 && this.passing > 0;
  }

  count(list: number, local: number, step: 1 | -1): void {
    this.size += step;
    add(this.lists, list, step);
    if (list !== 0) return;
    this.passing += step;
    add(this.counts, local, step);
  }

  /** A row without such a verdict has another part of its own. */
  rescore(before: number, now: number): void {
    add(this.counts, before, -1);
    add(this.counts, now, 1);
  }
}

function add(counts: Map<number, number>, key: number, step: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + step;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
