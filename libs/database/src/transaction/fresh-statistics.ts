import { setTimeout } from 'node:timers/promises';

/** So many rows of a table in one transaction make its statistics wrong enough to matter. */
const MANY_ROWS = 5_000;

/** Between one round and the next: a table that many transactions fill is analyzed now and then. */
const PAUSE_MS = 5_000;

/** Tables, and the time of what was written to them last. */
export type FilledTables = ReadonlyMap<string, Date>;

/**
 * Has statistics made of tables that a large write has just filled. Until they are, queries are planned as if the rows
 * were not there; autovacuum would notice within a minute. Done in the background, one round at a time, after the write
 * is committed; if it fails, autovacuum does it all the same.
 */
export class FreshStatistics {
  readonly #due = new Map<string, Date>();
  #isWorking = false;
  #isClosed = false;

  constructor(private readonly analyze: (tables: FilledTables) => Promise<void>) {}

  /** A transaction of this time wrote so many rows to tables. */
  wrote(rows: ReadonlyMap<string, number>, at: Date): void {
    for (const [table, count] of rows) if (count >= MANY_ROWS) this.#due.set(table, at);
    if (this.#due.size > 0 && !this.#isWorking) void this.#work();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    while (this.#due.size > 0 && !this.#isClosed) {
      const tables = new Map(this.#due);
      this.#due.clear();
      await this.analyze(tables).catch(() => undefined);
      await setTimeout(PAUSE_MS, undefined, { ref: false });
    }
    this.#isWorking = false;
  }
}
