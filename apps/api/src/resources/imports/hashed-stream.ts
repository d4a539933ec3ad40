import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/**
 * A body that is hashed while it passes, so that a repeated import is known to be the same without keeping its body.
 */
export class HashedStream implements AsyncIterable<Uint8Array> {
  readonly #hash: Hash = createHash('sha256');
  #digest: string | undefined;

  constructor(private readonly source: Readable) {}

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    for await (const chunk of this.source) {
      this.#hash.update(chunk as Uint8Array);
      yield chunk as Uint8Array;
    }
  }

  /** Of the whole body, hexadecimal: what nobody has read yet is read here. */
  async digest(): Promise<string> {
    if (this.#digest !== undefined) return this.#digest;
    if (!this.source.destroyed && !this.source.readableEnded)
      for await (const chunk of this.source) this.#hash.update(chunk as Uint8Array);
    this.#digest = this.#hash.digest('hex');
    return this.#digest;
  }
}
