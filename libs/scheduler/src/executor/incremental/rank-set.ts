/** Up to so many are a plain list. */
const FEW = 16;

/** A set of ranks below a capacity: a short list, or a bit for each. The least of it is at hand. */
export class RankSet {
  #few: number[] | null = [];
  #bits: Uint32Array = NO_BITS;
  #size = 0;
  /** No rank in the bits lies in an earlier word. */
  #firstWord = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.#size;
  }

  /** What it takes, roughly. */
  get bytes(): number {
    return BASE_BYTES + this.#bits.byteLength;
  }

  /** A rank that is not there yet. */
  add(rank: number): void {
    this.#size += 1;
    if (this.#few !== null) {
      this.#few.push(rank);
      if (this.#few.length > FEW) this.#spread(this.#few);
      return;
    }
    const word = rank >>> 5;
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (rank & 31));
    if (word < this.#firstWord) this.#firstWord = word;
  }

  /** A rank that is there. */
  delete(rank: number): void {
    this.#size -= 1;
    if (this.#few !== null) {
      const last = this.#few.pop() ?? rank;
      if (last !== rank) this.#few[this.#few.indexOf(rank)] = last;
      return;
    }
    const word = rank >>> 5;
    this.#bits[word] = (this.#bits[word] ?? 0) & ~(1 << (rank & 31));
  }

  /** The least rank above this one; undefined when there is none. */
  after(rank: number): number | undefined {
    if (this.#few !== null) {
      let least = Infinity;
      for (const one of this.#few) if (one > rank && one < least) least = one;
      return least === Infinity ? undefined : least;
    }
    const start = rank + 1;
    const from = Math.max(start >>> 5, this.#firstWord);
    for (let word = from; word < this.#bits.length; word += 1) {
      const bits = word === start >>> 5 ? (this.#bits[word] ?? 0) & (-1 << (start & 31)) : (this.#bits[word] ?? 0);
      if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits);
      if (word === this.#firstWord && this.#bits[word] === 0) this.#firstWord += 1;
    }
    return undefined;
  }

  #spread(few: readonly number[]): void {
    this.#bits = new Uint32Array((this.capacity + 31) >>> 5);
    this.#few = null;
    this.#firstWord = this.#bits.length;
    this.#size -= few.length;
    for (const rank of few) this.add(rank);
  }
}

/** Of a set with a list. */
const BASE_BYTES = 200;
const NO_BITS = new Uint32Array(0);
