// The WHATWG encoder is in every runtime, but declared only by libraries (DOM, node) that would let in clocks and I/O too.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
const utf8 = new TextEncoder();

/** A growing run of bytes. Integers are LEB128: seven bits a byte, lowest first, the high bit set on all but the last. */
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
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** A safe integer of at least 0. */
  varint(value: number): void {
    let rest = value;
    // Beyond 31 bits, shifting would lose some.
    while (rest > 0x7fffffff) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    while (rest > 0x7f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** A safe integer, as the LEB128 of 2 x |value| + (value < 0). */
  signed(value: number): void {
    const magnitude = value < 0 ? -value : value;
    const sign = value < 0 ? 1 : 0;
    if (magnitude <= 0x3fffffff) {
      this.varint(magnitude * 2 + sign);
      return;
    }
    // Split before doubling: twice a safe integer is not one.
    this.byte((magnitude % 0x40) * 2 + sign + 0x80);
    this.varint(Math.floor(magnitude / 0x40));
  }

  /** The lowest so many bytes of an integer of 32 bits, lowest first. */
  fixed(value: number, bytes: 2 | 4): void {
    for (let shift = 0; shift < bytes * 8; shift += 8) this.byte((value >>> shift) & 0xff);
  }

  /** Safe integers, one after the other as `signed` writes them. */
  signedAll(values: ArrayLike<number>): void {
    if (values instanceof Uint8Array) this.#signedBytes(values);
    else for (let at = 0; at < values.length; at++) this.signed(values[at] ?? 0);
  }

  /** The first so many of ascending integers, each as its distance to the one before it, the first to -1. */
  distances(ascending: Uint32Array, count: number): void {
    let last = -1;
    for (let at = 0; at < count; at++) {
      const value = ascending[at] ?? 0;
      this.varint(value - last);
      last = value;
    }
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
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length);
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

  /** Nearly all columns of scores are bytes, and each takes two here at most: with a loop of their own, the record of a new class takes half the time. */
  #signedBytes(values: Uint8Array): void {
    const most = values.length * 2;
    if (this.#length + most > this.#bytes.length) this.#grow(most);
    const bytes = this.#bytes;
    let end = this.#length;
    for (let at = 0; at < values.length; at++) {
      const doubled = (values[at] ?? 0) * 2;
      if (doubled > 0x7f) {
        bytes[end++] = doubled | 0x80;
        bytes[end++] = doubled >> 7;
      } else bytes[end++] = doubled;
    }
    this.#length = end;
  }

  #encoded(bytes: Uint8Array): void {
    this.varint(bytes.length);
    this.raw(bytes);
  }

  #grow(more: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
