import { createHash, randomBytes } from 'node:crypto';

/** Letters of generated names: no vowels and no look-alikes, as k8s.io/apimachinery util/rand. */
const NAME_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * What is random in a write: uids, names, addresses. In a cluster with a clock all of it follows from the seed, the
 * position at which the write begins, and the number of the draw, so that the same requests draw the same.
 */
export class Draws {
  readonly #beginning: string | undefined;
  #count = 0;

  /** @param from of a cluster with a clock; without it draws differ every time */
  constructor(from?: { readonly seed: string; readonly position: bigint }) {
    this.#beginning = from && JSON.stringify(['draw', from.seed, String(from.position)]);
  }

  /** A random UUID, version 4. */
  uid(): string {
    const bytes = this.#bytes().subarray(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** 0 to `count` - 1, which is far below 2^48. */
  below(count: number): number {
    return this.#bytes().readUIntBE(0, 6) % count;
  }

  /** A name from `generateName`, as names.SimpleNameGenerator: the prefix, cut to 58 characters, and five letters. */
  name(prefix: string): string {
    const letters = Array.from({ length: 5 }, () => NAME_LETTERS[this.below(NAME_LETTERS.length)]);
    return prefix.slice(0, 58) + letters.join('');
  }

  #bytes(): Buffer {
    if (this.#beginning === undefined) return randomBytes(16);
    this.#count += 1;
    return createHash('sha256').update(`${this.#beginning} ${this.#count}`).digest();
  }
}
