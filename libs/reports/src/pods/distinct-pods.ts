import { hash } from 'node:crypto';

/** Entries of an empty table; a power of two. */
const FEWEST = 16;

/**
 * How many pods there are, by uid. Of each it stores the first eight bytes of the SHA-256: 16 to 32 bytes a pod, where
 * a set of texts takes some 90. Among a million pods two have the same once in thirty million times.
 */
export class DistinctPods {
  #slots = new BigUint64Array(FEWEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(uid: string): void {
    // Zero marks an empty slot.
    const mark = BigInt(`0x${hash('sha256', uid).slice(0, 16)}`) || 1n;
    if (this.#put(mark) && 2 * ++this.#size > this.#slots.length) this.#grow();
  }

  /** False where it is there. */
  #put(mark: bigint): boolean {
    const last = this.#slots.length - 1;
    for (let at = Number(mark & 0xffff_ffffn) & last; ; at = (at + 1) & last) {
      if (this.#slots[at] === mark) return false;
      if (this.#slots[at] !== 0n) continue;
      this.#slots[at] = mark;
      return true;
    }
  }

  #grow(): void {
    const marks = this.#slots;
    this.#slots = new BigUint64Array(2 * marks.length);
    for (const mark of marks) if (mark !== 0n) this.#put(mark);
  }
}
