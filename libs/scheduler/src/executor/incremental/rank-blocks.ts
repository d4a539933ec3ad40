import { ABSENT, type GroupPlace, type LocalBest } from './local-best.js';

/** Ranks in a block, as a power of two. */
const BLOCK_BITS = 4;
const BLOCK = 2 ** BLOCK_BITS;

/**
 * For a group of all rows: their own parts stand by rank in one array, in blocks of which the best is known. A
 * block is looked at again when the last of its best is not any more, and who is best of all is looked up among the
 * blocks on demand.
 */
export class RankBlocks implements LocalBest {
  readonly #most: Int32Array;
  /** How many of a block have the most. */
  readonly #counts: Uint8Array;
  #isStale = true;
  /** The most of all blocks, the first that has it, and how many rows have it. */
  #best = ABSENT;
  #bestBlock = 0;
  #bestCount = 0;

  /** @param locals by rank, as they are to begin with; the owner writes to it what `move` then reports */
  constructor(private readonly locals: Int32Array) {
    const blocks = Math.ceil(locals.length / BLOCK);
    this.#most = new Int32Array(blocks);
    this.#counts = new Uint8Array(blocks);
    for (let block = 0; block < blocks; block += 1) this.#look(block);
  }

  move(rank: number, before: number, now: number): void {
    this.#isStale = true;
    const block = rank >>> BLOCK_BITS;
    const most = this.#most[block] ?? ABSENT;
    if (now > most) {
      this.#most[block] = now;
      this.#counts[block] = 1;
    } else if (now === most) this.#counts[block] = (this.#counts[block] ?? 0) + 1;
    else if (before === most) {
      const left = (this.#counts[block] ?? 0) - 1;
      this.#counts[block] = left;
      if (left === 0) this.#look(block);
    }
  }

  count(local: number): number {
    this.#refresh();
    if (local === this.#best) return this.#bestCount;
    let count = 0;
    for (let rank = 0; rank < this.locals.length; rank += 1) if (this.locals[rank] === local) count += 1;
    return count;
  }

  top(): GroupPlace | undefined {
    this.#refresh();
    return this.#firstOf(this.#best, this.#bestBlock * BLOCK - 1);
  }

  second(): GroupPlace | undefined {
    const top = this.top();
    if (top === undefined) return undefined;
    const equal = this.#firstOf(top.local, top.rank);
    if (equal !== undefined) return equal;
    let most = ABSENT;
    for (let block = 0; block < this.#most.length; block += 1) {
      const best = block === top.rank >>> BLOCK_BITS ? this.#mostIn(block, top.rank) : (this.#most[block] ?? ABSENT);
      if (best > most) most = best;
    }
    return this.#firstOf(most, -1);
  }

  #refresh(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    let best = ABSENT;
    for (let block = 0; block < this.#most.length; block += 1) {
      const most = this.#most[block] ?? ABSENT;
      if (most < best) continue;
      if (most > best) {
        best = most;
        this.#bestBlock = block;
        this.#bestCount = 0;
      }
      this.#bestCount += this.#counts[block] ?? 0;
    }
    this.#best = best;
  }

  #look(block: number): void {
    const { locals } = this;
    const end = this.#endOf(block);
    let most = ABSENT;
    let count = 0;
    for (let rank = block * BLOCK; rank < end; rank += 1) {
      const local = locals[rank] ?? ABSENT;
      if (local > most) {
        most = local;
        count = 1;
      } else if (local === most) count += 1;
    }
    this.#most[block] = most;
    this.#counts[block] = count;
  }

  /** The first rank beyond one that has this part. */
  #firstOf(local: number, beyond: number): GroupPlace | undefined {
    if (local === ABSENT) return undefined;
    for (let block = (beyond + 1) >>> BLOCK_BITS; block < this.#most.length; block += 1) {
      if ((this.#most[block] ?? ABSENT) < local) continue;
      const end = this.#endOf(block);
      for (let rank = Math.max(block * BLOCK, beyond + 1); rank < end; rank += 1)
        if (this.locals[rank] === local) return { local, rank };
    }
    return undefined;
  }

  #mostIn(block: number, except: number): number {
    const end = this.#endOf(block);
    let most = ABSENT;
    for (let rank = block * BLOCK; rank < end; rank += 1) {
      const local = this.locals[rank] ?? ABSENT;
      if (local > most && rank !== except) most = local;
    }
    return most;
  }

  #endOf(block: number): number {
    return Math.min((block + 1) * BLOCK, this.locals.length);
  }
}
