import { TraceFormatError } from './trace-format-error.js';

declare const TextDecoder: new (label: 'utf-8', options: { fatal: true }) => { decode(bytes: Uint8Array): string };
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads what a `ByteWriter` wrote. @throws TraceFormatError when the bytes end too early or say something impossible.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#offset++];
    if (value === undefined) throw new TraceFormatError('the bytes end too early');
    return value;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (!Number.isSafeInteger(value)) throw new TraceFormatError('an integer is beyond 2^53 - 1');
      if (byte < 0x80) return value;
    }
  }

  signed(): number {
    const first = this.byte();
    const magnitude = ((first & 0x7f) >> 1) + (first < 0x80 ? 0 : this.varint() * 0x40);
    if (!Number.isSafeInteger(magnitude)) throw new TraceFormatError('an integer is beyond 2^53 - 1');
    return first % 2 === 0 ? magnitude : -magnitude;
  }

  text(): string {
    const bytes = this.raw(this.varint());
    try {
      return utf8.decode(bytes);
    } catch {
      // A fatal decoder of bytes that are there fails for one reason only.
      throw new TraceFormatError('a text is not UTF-8');
    }
  }

  /** A view, not a copy. */
  raw(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new TraceFormatError('the bytes end too early');
    const view = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return view;
  }

  /** As many items as the count in front of them says. */
  list<Item>(read: () => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.varint(); left > 0; left--) items.push(read());
    return items;
  }

  /** @throws TraceFormatError when something is left. */
  end(): void {
    if (this.#offset !== this.#bytes.length)
      throw new TraceFormatError(`${this.#bytes.length - this.#offset} bytes are left over`);
  }
}
