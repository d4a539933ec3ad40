// The WHATWG encoder is in every runtime, but declared only by libraries (DOM, node) that would let in clocks and I/O too.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
const utf8 = new TextEncoder();

/** A growing run of bytes. Integers are LEB128: seven bits a byte, lowest first, the high bit set on all but the last. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

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
    // Nearly all are this small, and a record of 5,000 rows has 100,000 of them.
    if (value < 0x80 && this.#length < this.#bytes.length) {
      this.#bytes[this.#length++] = value;
      return;
    }
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** A safe integer, as the LEB128 of 2 x |value| + (value < 0). */
  signed(value: number): void {
    if (value > -0x40 && value < 0x40) {
      this.varint(value < 0 ? 1 - 2 * value : 2 * value);
      return;
    }
    const magnitude = Math.abs(value);
    const low = (magnitude % 0x40) * 2 + (value < 0 ? 1 : 0);
    // Split before doubling: twice a safe integer is not one.
    const rest = Math.floor(magnitude / 0x40);
    this.byte(rest === 0 ? low : low + 0x80);
    if (rest !== 0) this.varint(rest);
  }

  /** UTF-8, after its length in bytes. */
  text(value: string): void {
    const encoded = utf8.encode(value);
    this.varint(encoded.length);
    this.raw(encoded);
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

  #grow(more: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
