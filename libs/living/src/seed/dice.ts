import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { hashOf } from './hash.js';

/** Letters of generated names: no vowels and no look-alikes, as k8s.io/apimachinery util/rand. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * All that is random in a cluster, from its seed: names and uids. The number of draws is the whole state, so that dice
 * that go on from there draw the same.
 */
export class Dice {
  readonly #generator;
  #draws = 0;

  constructor(seed: string, draws = 0) {
    this.#generator = xoroshiro128plus(hashOf(seed));
    while (this.#draws < draws) this.#next();
  }

  /** How often was drawn. */
  get draws(): number {
    return this.#draws;
  }

  /** The five letters that a generated name ends in. */
  suffix(): string {
    return Array.from({ length: 5 }, () => LETTERS[this.#next() % LETTERS.length]).join('');
  }

  /** A random UUID, version 4. */
  uid(): string {
    const hex = [this.#next(), this.#next(), this.#next(), this.#next()]
      .map((word) => word.toString(16).padStart(8, '0'))
      .join('');
    const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `${variant}${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  }

  /** 32 bits. */
  #next(): number {
    this.#draws += 1;
    return this.#generator.next() >>> 0;
  }
}
