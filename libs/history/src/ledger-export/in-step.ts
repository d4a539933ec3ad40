/** Rows of a cursor, handed out in pieces: the caller knows how far each piece goes. */
export class InStep<Row> {
  readonly #batches: AsyncIterator<readonly Row[]>;
  #batch: readonly Row[] = [];
  #next = 0;

  constructor(batches: AsyncIterable<readonly Row[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** The next rows for as long as they belong, in pieces. */
  async *while(belongs: (row: Row) => boolean): AsyncIterable<readonly Row[]> {
    while (await this.#filled()) {
      const start = this.#next;
      let row = this.#batch[this.#next];
      while (row !== undefined && belongs(row)) row = this.#batch[++this.#next];
      if (this.#next > start) yield this.#batch.slice(start, this.#next);
      if (row !== undefined) return;
    }
  }

  async #filled(): Promise<boolean> {
    while (this.#next === this.#batch.length) {
      const next = await this.#batches.next();
      if (next.done === true) return false;
      this.#batch = next.value;
      this.#next = 0;
    }
    return true;
  }
}
