import type pg from 'pg';
import type { CopyTarget, CopyValue } from '../copy/index.js';
import type { PrismaClient } from '../generated/client.js';
import type { Caller } from './caller.js';
import type { Statement } from './statement.js';

/** `reader` sees one team's rows and writes nothing; `engine` sees whole clusters and appends history. */
export type DatabaseRole = 'engine' | 'reader';

/** Prisma's client, bound to this transaction's connection: it cannot open another or end this one. */
export type TransactionPrisma = Omit<PrismaClient, `$${string}`>;

/** What pieces of work come to, in their order. */
export type Results<Work extends readonly (() => Promise<unknown>)[]> = {
  readonly [Index in keyof Work]: Awaited<ReturnType<Work[Index]>>;
};

/** One open transaction. Everything a store does goes through one of these; there is no connection beside it. */
export interface Transaction {
  readonly caller: Caller;
  /**
   * The time of what it writes: the database's at the start of the transaction, or at the last `refreshTime()` or
   * `advanceTime()`, in whole milliseconds; later than that where `notBefore()` said so.
   */
  readonly at: Date;
  /** The same as the database's clock says it, independent of what is written: for what expires. */
  readonly now: Date;
  readonly prisma: TransactionPrisma;
  /** How long any one statement of it may take, in milliseconds; 0: as long as it likes. */
  readonly statementTimeoutMs: number;
  /** Moves `at` on to the present: for who has waited for a lock, and now writes after those who held it. */
  refreshTime(): Promise<void>;
  /**
   * Moves `at` on by what this process knows to have passed since: never beyond the database's
   * present, and without asking it.
   */
  advanceTime(): void;
  /**
   * What it writes follows something of this time, and is no older: the clock may have been put back since. History has
   * a partition for `at` then.
   */
  notBefore(time: Date): Promise<void>;
  /** Plain SQL, where it is hard. */
  query<Row extends pg.QueryResultRow>(sql: string | Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Plain SQL that writes; resolves to the number of rows touched. */
  execute(sql: string | Statement, values?: readonly unknown[]): Promise<number>;
  /**
   * Does work whose statements do not wait for each other's answers: they are sent at once, in the order
   * given, and cost one round trip. Resolves to what each came to. Few rows only: what needs COPY or a cursor
   * cannot be sent with others.
   * @throws what the first of them threw that did not fail because of another, when all have ended
   */
  together<Work extends readonly (() => Promise<unknown>)[]>(...work: Work): Promise<Results<Work>>;
  /**
   * The same, and commits: the end of the transaction costs no round trip of its own. Work must send all that it sends
   * at once, because nothing can follow.
   * @throws like `together`; nothing is stored then
   */
  conclude<Work extends readonly (() => Promise<unknown>)[]>(...work: Work): Promise<Results<Work>>;
  /** Bulk write, with COPY where it is more than a few rows; resolves to the number of rows. */
  copyIn(
    target: CopyTarget,
    rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
  ): Promise<number>;
  /** Rows of a table were written by a statement of another kind: where they are many, its statistics are due. */
  wrote(table: string, rows: number): void;
  /** Rows of a query in batches, through a cursor: memory stays bounded for a result of any size. */
  stream<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[], batch: number): AsyncIterable<Row[]>;
  /**
   * The same with each row as the array of its values: for very many rows, where an object for each
   * would cost more than the query.
   */
  streamValues<Values extends unknown[]>(
    sql: string,
    values: readonly unknown[],
    batch: number,
  ): AsyncIterable<Values[]>;
  /** Tells every process once this is committed, if it is: a hint, which may be lost (see `Notifications`). */
  notify(topic: string, payload: string): void;
  /** Nothing of this transaction is to be stored: it is rolled back when the function returns. */
  abandon(): void;
}
