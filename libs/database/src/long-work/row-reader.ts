import { TimeSlice } from './time-slice.js';

/**
 * Rows of a sorted query one by one, with a look-ahead of one row, to merge streams with. The batch after the
 * present one is asked for before it is needed, so that PostgreSQL reads while its rows are looked at; and the thread
 * is not held meanwhile.
 */
export class RowReader<Row> {
  #rows: Iterator<Row> = [][Symbol.iterator]();
  #head: Row | undefined;
  readonly #slice = new TimeSlice();
  #next: Promise<IteratorResult<Iterable<Row>, unknown>>;

  private constructor(private readonly batches: AsyncIterator<Iterable<Row>, unknown>) {
    this.#next = this.#ask();
  }

  /** A reader that stands on the first row. */
  static async open<Row>(batches: AsyncIterable<Iterable<Row>>): Promise<RowReader<Row>> {
    const reader = new RowReader(batches[Symbol.asyncIterator]());
    await reader.advance();
    return reader;
  }

  /** The row that comes next; undefined at the end. */
  get head(): Row | undefined {
    return this.#head;
  }

  async advance(): Promise<void> {
    await this.#slice.yieldWhenOver();
    for (;;) {
      const row = this.#rows.next();
      if (row.done !== true) this.#head = row.value;
      else if (await this.#load()) continue;
      else this.#head = undefined;
      return;
    }
  }

  /** The rows from here on for which `belongs` holds, each valid until the next is asked for. */
  async *while(belongs: (row: Row) => boolean): AsyncIterable<Row> {
    for (let row = this.head; row !== undefined && belongs(row); row = this.head) {
      yield row;
      await this.advance();
    }
  }

  /** Takes the next batch up; false when there is none. */
  async #load(): Promise<boolean> {
    const next = await this.#next;
    if (next.done === true) return false;
    this.#rows = next.value[Symbol.iterator]();
    this.#next = this.#ask();
    return true;
  }

  #ask(): Promise<IteratorResult<Iterable<Row>, unknown>> {
    const next = this.batches.next();
    // Who comes to it hears of its failure.
    next.catch(() => undefined);
    return next;
  }
}
