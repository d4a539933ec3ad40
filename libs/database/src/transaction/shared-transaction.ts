import type pg from 'pg';
import type { CopyTarget, CopyValue } from '../copy/index.js';
import type { Caller } from './caller.js';
import type { Statement } from './statement.js';
import type { Results, Transaction, TransactionPrisma } from './transaction.js';

/**
 * A transaction as one of several callers has it that share it: the same, on their behalf. The others may have written
 * what is not sent yet; `settle` sends it before anything is read or written here, and answers undefined where there is
 * none.
 */
export class SharedTransaction implements Transaction {
  constructor(
    private readonly shared: Transaction,
    readonly caller: Caller,
    private readonly settle: () => Promise<void> | undefined,
  ) {}

  get at(): Date {
    return this.shared.at;
  }

  get now(): Date {
    return this.shared.now;
  }

  get statementTimeoutMs(): number {
    return this.shared.statementTimeoutMs;
  }

  /** @throws where anything is not sent yet: there is no way to wait for it here */
  get prisma(): TransactionPrisma {
    const settling = this.settle();
    if (settling === undefined) return this.shared.prisma;
    settling.catch(() => undefined);
    throw new Error('what others wrote in this transaction is not stored yet');
  }

  refreshTime(): Promise<void> {
    return this.shared.refreshTime();
  }

  advanceTime(): void {
    this.shared.advanceTime();
  }

  notBefore(time: Date): Promise<void> {
    return this.shared.notBefore(time);
  }

  query<Row extends pg.QueryResultRow>(sql: string | Statement, values?: readonly unknown[]): Promise<Row[]> {
    return this.#settled(() => this.shared.query<Row>(sql, values));
  }

  execute(sql: string | Statement, values?: readonly unknown[]): Promise<number> {
    return this.#settled(() => this.shared.execute(sql, values));
  }

  together<Work extends readonly (() => Promise<unknown>)[]>(...work: Work): Promise<Results<Work>> {
    return this.#settled(() => this.shared.together<Work>(...work));
  }

  /** @throws always: the transaction ends when all who share it are done */
  conclude(): Promise<never> {
    return Promise.reject(new Error('a shared transaction is concluded by none of its callers'));
  }

  copyIn(
    target: CopyTarget,
    rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
  ): Promise<number> {
    return this.#settled(() => this.shared.copyIn(target, rows));
  }

  wrote(table: string, rows: number): void {
    this.shared.wrote(table, rows);
  }

  async *stream<Row extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[],
    batch: number,
  ): AsyncIterable<Row[]> {
    await this.settle();
    yield* this.shared.stream<Row>(sql, values, batch);
  }

  async *streamValues<Values extends unknown[]>(
    sql: string,
    values: readonly unknown[],
    batch: number,
  ): AsyncIterable<Values[]> {
    await this.settle();
    yield* this.shared.streamValues<Values>(sql, values, batch);
  }

  notify(topic: string, payload: string): void {
    this.shared.notify(topic, payload);
  }

  /** @throws always: it would take away what the others wrote */
  abandon(): never {
    throw new Error('a shared transaction is abandoned by none of its callers');
  }

  /** Without a wait where nothing is to be sent: statements of a pipeline are sent at once, in their order. */
  #settled<T>(work: () => Promise<T>): Promise<T> {
    const settling = this.settle();
    return settling === undefined ? work() : settling.then(work);
  }
}
