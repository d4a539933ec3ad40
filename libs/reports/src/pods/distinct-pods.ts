import { hash } from 'node:crypto';

/** Entries of an empty table; a power of two. */
const FEWEST = 16;

/**
 * How many pods there are, by uid. Of each it stores the first sixteen bytes of the SHA-256, in which no two texts are
 * known to agree: 32 to 64 bytes a pod, where a set of texts takes some 90.
 */
export class DistinctPods {
  /** Two words an entry. */
  #words = new BigUint64Array(2 * FEWEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(uid: string): void {
    const digest = hash('sha256', uid);
    // Zero marks an empty entry.
    const [high, low] = [BigInt(`0x${digest.slice(0, 16)}`) || 1n, BigInt(`0x${digest.slice(16, 32)}`)];
    if (this.#put(high, low) && 4 * ++this.#size > this.#words.length) this.#grow();
  }

  /** False where it is there. */
  #put(high: bigint, low: bigint): boolean {
    const words = this.#words;
    const last = words.length / 2 - 1;
    for (let at = Number(high & 0xffff_ffffn) & last; ; at = (at + 1) & last) {
      const found = words[2 * at];
      if (found === high && words[2 * at + 1] === low) return false;
      if (found !== 0n) continue;
      words[2 * at] = high;
      words[2 * at + 1] = low;
      return true;
    }
  }

  #grow(): void {
    const words = this.#words;
    this.#words = new BigUint64Array(2 * words.length);
    for (let at = 0; at < words.length; at += 2) if (words[at] !== 0n) this.#put(words[at] ?? 0n, words[at + 1] ?? 0n);
  }
}
