/**
 * Rows of a sorted query one by one, with the next one in sight: what streams are merged with. The batch after the present one is asked for
 * before it is needed, so that PostgreSQL reads while its rows are looked at.
 */
export class RowReader<Row> {
  #rows: readonly Row[] = [];
  #at = 0;
  #next: Promise<IteratorResult<readonly Row[], unknown>>;

  private constructor(private readonly batches: AsyncIterator<readonly Row[], unknown>) {
    this.#next = this.#ask();
  }

  /** A reader that stands on the first row. */
  static async open<Row>(batches: AsyncIterable<readonly Row[]>): Promise<RowReader<Row>> {
    const reader = new RowReader(batches[Symbol.asyncIterator]());
    await reader.#load();
    return reader;
  }

  /** The row that comes next; undefined at the end. */
  get head(): Row | undefined {
    return this.#rows[this.#at];
  }

  async advance(): Promise<void> {
    this.#at++;
    if (this.#at >= this.#rows.length) await this.#load();
  }

  /** The rows from here on for which `belongs` holds, each valid until the next is asked for. */
  async *while(belongs: (row: Row) => boolean): AsyncIterable<Row> {
    for (let row = this.head; row !== undefined && belongs(row); row = this.head) {
      yield row;
      await this.advance();
    }
  }

  async #load(): Promise<void> {
    const next = await this.#next;
    this.#rows = next.done === true ? [] : next.value;
    this.#at = 0;
    if (next.done !== true) this.#next = this.#ask();
  }

  #ask(): Promise<IteratorResult<readonly Row[], unknown>> {
    const next = this.batches.next();
    // Who comes to it hears of its failure.
    next.catch(() => undefined);
    return next;
  }
}
