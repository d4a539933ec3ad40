/** Rows on which something moved, each once: a bit for each. */
export class DirtyRows {
  /** Many classes are decided once, and never have any. */
  #bits: Uint32Array | null = null;
  #count = 0;
  /** All set bits lie between these words. */
  #firstWord = Infinity;
  #lastWord = -1;

  constructor(private readonly nodeCount: number) {}

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(row: number): void {
    const bits = (this.#bits ??= new Uint32Array((this.nodeCount + 31) >>> 5));
    const word = row >>> 5;
    const bit = 1 << (row & 31);
    const before = bits[word] ?? 0;
    if ((before & bit) !== 0) return;
    bits[word] = before | bit;
    this.#count += 1;
    if (word < this.#firstWord) this.#firstWord = word;
    if (word > this.#lastWord) this.#lastWord = word;
  }

  /** The rows, ascending, written into `room`; from now on none is dirty. */
  take(room: Uint32Array): Uint32Array {
    const count = this.#count;
    const bits = this.#bits;
    if (bits === null || count === 0) return NONE;
    let at = 0;
    for (let word = this.#firstWord; word <= this.#lastWord; word += 1) {
      for (let left = bits[word] ?? 0; left !== 0; left &= left - 1)
        room[at++] = word * 32 + 31 - Math.clz32(left & -left);
      bits[word] = 0;
    }
    this.#count = 0;
    this.#firstWord = Infinity;
    this.#lastWord = -1;
    return room.subarray(0, count);
  }
}

const NONE = new Uint32Array(0);
