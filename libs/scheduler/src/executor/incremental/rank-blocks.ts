import { ABSENT, type GroupPlace, type LocalBest } from './local-best.js';

/** Ranks in a block, and blocks in a stretch, as a power of two. */
const BITS = 4;
const BLOCK = 2 ** BITS;

/**
 * For a group of all rows: their own parts stand by rank in one array, in blocks of which the best is known, and these
 * in stretches. A block or stretch is looked at again when the last of its best is not any more, and who is best of all
 * is looked up among the stretches on demand.
 */
export class RankBlocks implements LocalBest {
  readonly #blocks: Bests;
  readonly #stretches: Bests;
  #isStale = true;
  /** The most of all, the first stretch that has it, and how many rows have it. */
  #best = ABSENT;
  #bestStretch = 0;
  #bestCount = 0;

  /** @param locals by rank, as they are to begin with; the owner writes to it what `move` then reports */
  constructor(private readonly locals: Int32Array) {
    this.#blocks = bestsOf(Math.ceil(locals.length / BLOCK));
    this.#stretches = bestsOf(Math.ceil(this.#blocks.most.length / BLOCK));
    for (let block = 0; block < this.#blocks.most.length; block += 1) this.#look(block);
    for (let stretch = 0; stretch < this.#stretches.most.length; stretch += 1) this.#lookAlong(stretch);
  }

  get bytes(): number {
    return (this.#blocks.most.length + this.#stretches.most.length) * BYTES_OF_BEST;
  }

  move(rank: number, before: number, now: number): void {
    this.#isStale = true;
    const block = rank >>> BITS;
    const { most, counts } = this.#blocks;
    const mostBefore = most[block] ?? ABSENT;
    const countBefore = counts[block] ?? 0;
    if (now > mostBefore) {
      most[block] = now;
      counts[block] = 1;
    } else if (now === mostBefore) counts[block] = countBefore + 1;
    else if (before === mostBefore) {
      if (countBefore === 1) this.#look(block);
      else counts[block] = countBefore - 1;
    } else return;
    this.#moveAlong(block, mostBefore, countBefore);
  }

  /** The best of a block is another one, or others have it. */
  #moveAlong(block: number, mostBefore: number, countBefore: number): void {
    const stretch = block >>> BITS;
    const { most, counts } = this.#stretches;
    const now = this.#blocks.most[block] ?? ABSENT;
    const count = this.#blocks.counts[block] ?? 0;
    const best = most[stretch] ?? ABSENT;
    if (now > best) {
      most[stretch] = now;
      counts[stretch] = count;
    } else if (now === best) counts[stretch] = (counts[stretch] ?? 0) + count - (mostBefore === best ? countBefore : 0);
    else if (mostBefore === best) {
      const left = (counts[stretch] ?? 0) - countBefore;
      if (left === 0) this.#lookAlong(stretch);
      else counts[stretch] = left;
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
    return this.#firstOf(this.#best, this.#bestStretch * BLOCK * BLOCK - 1);
  }

  second(): GroupPlace | undefined {
    const top = this.top();
    if (top === undefined) return undefined;
    const equal = this.#bestCount > 1 ? this.#firstOf(top.local, top.rank) : undefined;
    if (equal !== undefined) return equal;
    const itsStretch = top.rank >>> (2 * BITS);
    let most = this.#mostAlong(itsStretch, top.rank);
    const stretches = this.#stretches.most;
    for (let stretch = 0; stretch < stretches.length; stretch += 1) {
      const best = stretches[stretch] ?? ABSENT;
      if (best > most && stretch !== itsStretch) most = best;
    }
    return this.#firstOf(most, -1);
  }

  #refresh(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    const { most, counts } = this.#stretches;
    let best = ABSENT;
    for (let stretch = 0; stretch < most.length; stretch += 1) {
      const its = most[stretch] ?? ABSENT;
      if (its < best) continue;
      if (its > best) {
        best = its;
        this.#bestStretch = stretch;
        this.#bestCount = 0;
      }
      this.#bestCount += counts[stretch] ?? 0;
    }
    this.#best = best;
  }

  #lookAlong(stretch: number): void {
    const { most, counts } = this.#blocks;
    const end = Math.min((stretch + 1) * BLOCK, most.length);
    let best = ABSENT;
    let count = 0;
    for (let block = stretch * BLOCK; block < end; block += 1) {
      const its = most[block] ?? ABSENT;
      if (its > best) {
        best = its;
        count = counts[block] ?? 0;
      } else if (its === best) count += counts[block] ?? 0;
    }
    this.#stretches.most[stretch] = best;
    this.#stretches.counts[stretch] = count;
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
    this.#blocks.most[block] = most;
    this.#blocks.counts[block] = count;
  }

  /** The first rank beyond one that has this part. */
  #firstOf(local: number, beyond: number): GroupPlace | undefined {
    if (local === ABSENT) return undefined;
    const { most } = this.#blocks;
    for (let block = (beyond + 1) >>> BITS; block < most.length; block += 1) {
      if ((most[block] ?? ABSENT) < local) {
        // None of a whole stretch has it, mostly.
        if (block % BLOCK === 0 && (this.#stretches.most[block >>> BITS] ?? ABSENT) < local) block += BLOCK - 1;
        continue;
      }
      const end = this.#endOf(block);
      for (let rank = Math.max(block * BLOCK, beyond + 1); rank < end; rank += 1)
        if (this.locals[rank] === local) return { local, rank };
    }
    return undefined;
  }

  /** The most of a stretch but for one rank in it. */
  #mostAlong(stretch: number, except: number): number {
    const blocks = this.#blocks.most;
    const end = Math.min((stretch + 1) * BLOCK, blocks.length);
    let most = ABSENT;
    for (let block = stretch * BLOCK; block < end; block += 1) {
      const best = block === except >>> BITS ? this.#mostIn(block, except) : (blocks[block] ?? ABSENT);
      if (best > most) most = best;
    }
    return most;
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

/** The most of each of several blocks or stretches, and how many ranks of it have that. */
interface Bests {
  readonly most: Int32Array;
  readonly counts: Uint16Array;
}

const BYTES_OF_BEST = Int32Array.BYTES_PER_ELEMENT + Uint16Array.BYTES_PER_ELEMENT;

function bestsOf(count: number): Bests {
  return { most: new Int32Array(count), counts: new Uint16Array(count) };
}
