import { RankSet } from './rank-set.js';

/** A row of a group, by the part of its score that is its own, and its place by name. */
export interface GroupPlace {
  readonly local: number;
  readonly rank: number;
}

/**
 * Rows that differ in what is their own only: every verdict of few domains, and every score that is scaled, is the same for all of them.
 * Rows are counted by what else is said of them; those of which nothing is said are kept by the part of the score that is their own, so
 * that the best are at hand.
 */
export class RowGroup {
  /** Rows by the list of verdicts that are a row's own. */
  readonly lists = new Map<number, number>();
  /** Rows without such a verdict, by their own part of the score: few different ones. */
  readonly #passing = new Map<number, RankSet>();
  #most = -Infinity;
  /** Rows without such a verdict. */
  passing = 0;
  size = 0;
  /** The list of what filters of few domains say of all rows of the group. */
  verdicts = 0;
  /** What all rows of the group have in common of their totals. */
  part = 0;

  /** @param sample one of its rows; @param raws of scores that are scaled by row, the raw score that makes a row one of this group */
  constructor(readonly id: number, readonly sample: number, readonly shape: { readonly raws: readonly number[]; readonly capacity: number }) {}

  get isFeasible(): boolean {
    return this.verdicts === 0 && this.passing > 0;
  }

  enter(list: number, place: GroupPlace): void {
    this.size += 1;
    this.lists.set(list, (this.lists.get(list) ?? 0) + 1);
    if (list !== 0) return;
    this.passing += 1;
    this.#add(place.local, place.rank);
  }

  leave(list: number, place: GroupPlace): void {
    this.size -= 1;
    const left = (this.lists.get(list) ?? 0) - 1;
    if (left === 0) this.lists.delete(list);
    else this.lists.set(list, left);
    if (list !== 0) return;
    this.passing -= 1;
    this.#delete(place.local, place.rank);
  }

  /** A row without such a verdict has another part of its own. */
  rescore(rank: number, before: number, now: number): void {
    this.#add(now, rank);
    this.#delete(before, rank);
  }

  /** How many rows without a verdict have this part of their own. */
  count(local: number): number {
    return this.#passing.get(local)?.size ?? 0;
  }

  /** The best row without a verdict, of equals the first by name. */
  top(): GroupPlace | undefined {
    const rank = this.#passing.get(this.#most)?.after(-1);
    return rank === undefined ? undefined : { local: this.#most, rank };
  }

  /** The best one after the top. */
  second(): GroupPlace | undefined {
    const set = this.#passing.get(this.#most);
    const rank = set?.after(set.after(-1) ?? -1);
    if (rank !== undefined) return { local: this.#most, rank };
    const next = this.#mostBelow(this.#most);
    const first = this.#passing.get(next)?.after(-1);
    return first === undefined ? undefined : { local: next, rank: first };
  }

  #add(local: number, rank: number): void {
    let set = this.#passing.get(local);
    if (set === undefined) this.#passing.set(local, (set = new RankSet(this.shape.capacity)));
    set.add(rank);
    if (local > this.#most) this.#most = local;
  }

  #delete(local: number, rank: number): void {
    const set = this.#passing.get(local);
    set?.delete(rank);
    if (set?.size !== 0) return;
    this.#passing.delete(local);
    if (local === this.#most) this.#most = this.#mostBelow(Infinity);
  }

  #mostBelow(limit: number): number {
    let most = -Infinity;
    for (const local of this.#passing.keys()) if (local < limit && local > most) most = local;
    return most;
  }
}
