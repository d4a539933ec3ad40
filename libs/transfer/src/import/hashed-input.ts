import { createHash, type Hash } from 'node:crypto';

type Piece = Uint8Array | string;

/** Input that is hashed while it is read, so that a repeated import is known to be the same without keeping it. */
export class HashedInput implements AsyncIterable<Piece> {
  readonly #hash: Hash = createHash('sha256');
  readonly #pieces: AsyncIterator<Piece>;
  #isOver = false;
  #digest: string | undefined;

  constructor(source: AsyncIterable<Piece>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Piece> {
    try {
      for (let piece = await this.#next(); piece !== undefined; piece = await this.#next()) yield piece;
    } finally {
      if (!this.#isOver) await this.#close();
    }
  }

  /** Of all of it, hexadecimal: what is not read yet is read here. */
  async digest(): Promise<string> {
    while ((await this.#next()) !== undefined);
    return (this.#digest ??= this.#hash.digest('hex'));
  }

  async #next(): Promise<Piece | undefined> {
    if (this.#isOver) return undefined;
    const next = await this.#pieces.next();
    if (next.done === true) this.#isOver = true;
    else this.#hash.update(next.value);
    return next.done === true ? undefined : next.value;
  }

  async #close(): Promise<void> {
    this.#isOver = true;
    await this.#pieces.return?.();
  }
}
