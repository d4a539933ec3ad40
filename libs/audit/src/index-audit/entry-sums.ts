import { randomBytes } from 'node:crypto';

/** Secret random factors: no other entries can be made to come to the same sum. */
const SECRET = new Uint32Array(randomBytes(16).buffer.slice(0, 16)).map((number) => number | 1);

/** The sum of entries of eight bytes, the same for every order and division in which they are added. */
interface Sum {
  count: number;
  one: number;
  other: number;
}

/** Sums over entries, by a key: three numbers each, however many entries there are. */
export class EntrySums {
  readonly #sums = new Map<string, Sum>();

  add(key: string, bytes: Buffer): void {
    let sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, (sum = { count: 0, one: 0, other: 0 }));
    // What is not a whole number of entries is none of anybody's.
    if (bytes.length % 8 !== 0) sum.one = NaN;
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      const [low, high] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      sum.count++;
      sum.one = (sum.one + mixed(low ^ mixed(high, 0), 1)) % 2 ** 32;
      sum.other = (sum.other + mixed(high ^ mixed(low, 2), 3)) % 2 ** 32;
    }
  }

  keys(): Iterable<string> {
    return this.#sums.keys();
  }

  has(key: string): boolean {
    return this.#sums.has(key);
  }

  /** What is said under a key otherwise than by other sums; where more may be there, that is no fault. */
  fault(key: string, expected: EntrySums, { mayBeMore }: { readonly mayBeMore: boolean }): string | undefined {
    const [own, other] = [this.#sums.get(key), expected.#sums.get(key)];
    if (mayBeMore && (own?.count ?? 0) > (other?.count ?? 0)) return undefined;
    if (other === undefined) return 'are of decisions that are not there';
    const isSame = own?.count === other.count && own.one === other.one && own.other === other.other;
    return isSame ? undefined : 'are not those of its decisions';
  }
}

function mixed(number: number, by: number): number {
  const product = Math.imul(number + 1, SECRET[by] ?? 1);
  return Math.imul(product ^ (product >>> 15), SECRET[(by + 1) % 4] ?? 1) >>> 0;
}
