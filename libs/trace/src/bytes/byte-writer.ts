import {
  longest,
  putAll,
  putBytes,
  putByteScores,
  putDistances,
  putSigned,
  putSignedAt,
  putSteps,
  putVarint,
} from './put-integers.js';

// The WHATWG encoder is in every runtime, but declared only by libraries (DOM, node) that would
// let in clocks and I/O too.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
const utf8 = new TextEncoder();

/**
 * A growing run of bytes. Integers are LEB128: seven bits a byte, lowest first, the high bit set on all but the last.
 */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  /** `room`: bytes that can be written before the writer must grow. */
  constructor(room = 1024) {
    this.#bytes = new Uint8Array(room);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** One byte, 0 to 255. */
  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** A safe integer of at least 0. */
  varint(value: number): void {
    this.#reserve(longest);
    this.#length = putVarint(this.#bytes, this.#length, value);
  }

  /** A safe integer, as the LEB128 of 2 x |value| + (value < 0). */
  signed(value: number): void {
    this.#reserve(longest);
    this.#length = putSigned(this.#bytes, this.#length, value);
  }

  /** The lowest so many bytes of an integer of 32 bits, lowest first. */
  fixed(value: number, bytes: 2 | 4): void {
    for (let shift = 0; shift < bytes * 8; shift += 8) this.byte((value >>> shift) & 0xff);
  }

  /** Safe integers, one after the other as `signed` writes them. */
  signedAll(values: ArrayLike<number>): void {
    if (values instanceof Uint8Array) {
      this.#reserve(values.length * 2);
      this.#length = putBytes(this.#bytes, this.#length, values);
    } else {
      this.#reserve(values.length * longest);
      this.#length = putAll(this.#bytes, this.#length, values);
    }
  }

  /**
   * What `signedAll` writes of so many scores as there are cells, which become those scores; false, and nothing is
   * written, when one is no byte.
   */
  byteScores(scores: Float64Array, cells: Uint8Array): boolean {
    this.#reserve(cells.length * 2);
    const end = putByteScores(this.#bytes, this.#length, { scores, cells });
    if (end >= 0) this.#length = end;
    return end >= 0;
  }

  /** The first so many of ascending integers, each as its distance to the one before it, the first to -1. */
  distances(ascending: Uint32Array, count: number): void {
    this.#reserve(count * longest);
    this.#length = putDistances(this.#bytes, this.#length, { ascending, count });
  }

  /** The same, and after each the value of that place, as `signed` writes it. */
  signedAt(ascending: Uint32Array, values: Float64Array, count: number): void {
    this.#reserve(count * 2 * longest);
    this.#length = putSignedAt(this.#bytes, this.#length, { ascending, values, count });
  }

  /** What must be added to each of the first so many integers, as `signed` writes it; the sums are safe integers. */
  signedSteps(before: Float64Array, after: Float64Array, count: number): void {
    this.#reserve(count * longest);
    this.#length = putSteps(this.#bytes, this.#length, { before, after, count });
  }

  /** UTF-8, after its length in bytes. */
  text(value: string): void {
    const begin = this.#length;
    this.varint(value.length);
    for (let at = 0; at < value.length; at++) {
      const unit = value.charCodeAt(at);
      if (unit > 0x7f) {
        this.truncate(begin);
        return this.#encoded(utf8.encode(value));
      }
      this.byte(unit);
    }
  }

  /** The bytes as they are, without a length. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Forgets what was written and keeps the room. */
  clear(): void {
    this.#length = 0;
  }

  /** Forgets what was written after the first `length` bytes. */
  truncate(length: number): void {
    this.#length = length;
  }

  /** What was written, as a view that holds until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of what was written; the writer is empty afterwards. */
  take(): Uint8Array {
    const taken = this.view().slice();
    this.clear();
    return taken;
  }

  #encoded(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.raw(bytes);
  }

  /** Room for so many bytes more. */
  #reserve(more: number): void {
    if (this.#length + more > this.#bytes.length) this.#grow(more);
  }

  #grow(more: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
