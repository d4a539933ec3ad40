/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. // as FIPS 180-4 */
const CONSTANTS = new Int32Array(primes(64).map((prime) => fraction(Math.cbrt(prime))));
const BEGINNING = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** The name of the attachment of a volume to a node. // as kubernetes v1.34 pkg/volume/csi getAttachmentName */
export function attachmentName(handle: string, driver: string, node: string): string {
  return `csi-${sha256(handle + driver + node)}`;
}

/** SHA-256 of a text in UTF-8, in hexadecimal digits: this library has no other. */
function sha256(text: string): string {
  const bytes = padded([...text].flatMap((character) => utf8(character.codePointAt(0) ?? 0)));
  let hash: readonly number[] = BEGINNING;
  for (let at = 0; at < bytes.length; at += 64) hash = compressed(hash, bytes.slice(at, at + 64));
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function compressed(before: readonly number[], block: readonly number[]): readonly number[] {
  const words = scheduled(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before;
  for (let round = 0; round < 64; round += 1) {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + (CONSTANTS[round] ?? 0) + (words[round] ?? 0)) | 0;
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (before[index] ?? 0)) | 0);
}

function scheduled(block: readonly number[]): Int32Array {
  const words = new Int32Array(64);
  block.forEach((byte, index) => (words[index >> 2] = ((words[index >> 2] ?? 0) << 8) | byte));
  for (let at = 16; at < 64; at += 1) {
    const [late = 0, early = 0] = [words[at - 2], words[at - 15]];
    const one = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const other = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + one + (words[at - 7] ?? 0) + other;
  }
  return words;
}

/** Bytes with a one behind them, zeros, and their number of bits in eight bytes: whole blocks of 64. */
function padded(bytes: readonly number[]): number[] {
  const zeros = (119 - (bytes.length % 64)) % 64;
  const bits = bytes.length * 8;
  const length = [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff);
  return [...bytes, 0x80, ...Array<number>(zeros).fill(0), 0, 0, 0, 0, ...length];
}

function utf8(point: number): readonly number[] {
  const rest = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), rest(0)];
  if (point < 0x10000) return [0xe0 | (point >> 12), rest(6), rest(0)];
  return [0xf0 | (point >> 18), rest(12), rest(6), rest(0)];
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let one = 2; found.length < count; one += 1) if (found.every((prime) => one % prime !== 0)) found.push(one);
  return found;
}
