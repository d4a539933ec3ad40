import { ABSENT, type GroupPlace, type LocalBest } from './local-best.js';
import { RankSet } from './rank-set.js';

/** For a group of some rows, which come and go: a set of ranks for each part of their own, of which there are few. */
export class LocalSets implements LocalBest {
  readonly #sets = new Map<number, RankSet>();
  /** The set that was added to last: rows that come one after the other have one part, mostly. */
  #last: { readonly local: number; readonly set: RankSet } | null = null;
  #most = ABSENT;

  /** @param capacity beyond all ranks */
  constructor(private readonly capacity: number) {}

  get bytes(): number {
    let bytes = 0;
    for (const set of this.#sets.values()) bytes += set.bytes;
    return bytes;
  }

  move(rank: number, before: number, now: number): void {
    if (now !== ABSENT) this.#add(now, rank);
    if (before !== ABSENT) this.#delete(before, rank);
  }

  count(local: number): number {
    return this.#sets.get(local)?.size ?? 0;
  }

  top(): GroupPlace | undefined {
    return this.#firstOf(this.#most, -1);
  }

  second(): GroupPlace | undefined {
    const set = this.#sets.get(this.#most);
    return this.#firstOf(this.#most, set?.after(-1) ?? -1) ?? this.#firstOf(this.#mostBelow(this.#most), -1);
  }

  #firstOf(local: number, beyond: number): GroupPlace | undefined {
    const rank = this.#sets.get(local)?.after(beyond);
    return rank === undefined ? undefined : { local, rank };
  }

  #add(local: number, rank: number): void {
    if (this.#last?.local !== local) {
      const set = this.#sets.get(local) ?? new RankSet(this.capacity);
      this.#sets.set(local, set);
      this.#last = { local, set };
    }
    this.#last.set.add(rank);
    if (local > this.#most) this.#most = local;
  }

  #delete(local: number, rank: number): void {
    const set = this.#sets.get(local);
    set?.delete(rank);
    if (set?.size !== 0) return;
    this.#sets.delete(local);
    if (this.#last?.local === local) this.#last = null;
    if (local === this.#most) this.#most = this.#mostBelow(Infinity);
  }

  #mostBelow(limit: number): number {
    let most = ABSENT;
    for (const local of this.#sets.keys()) if (local < limit && local > most) most = local;
    return most;
  }
}
