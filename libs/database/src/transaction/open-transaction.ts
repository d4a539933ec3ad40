import process from 'node:process';
import type { Writable } from 'node:stream';
import { Mutex } from 'async-mutex';
import pg from 'pg';
import type { WatchedConnection } from '../connection/index.js';
import { RowBatch, writeRows, type CopyTarget, type CopyValue } from '../copy/index.js';
import { FailureCause } from './failure-cause.js';
import type { HistoryRoom } from './history-room.js';
import type { PrismaLoan } from './prisma-clients.js';
import type { ServerClock } from './server-clock.js';
import type { Statement } from './statement.js';
import type { Caller } from './caller.js';
import type { DatabaseRole, Results, Transaction, TransactionPrisma } from './transaction.js';
import { TimeSlice } from '../long-work/index.js';

/** What all transactions on a server have in common. */
export interface Server {
  readonly clock: ServerClock;
  readonly room: HistoryRoom;
}

/** How a transaction begins; times in milliseconds. */
export interface Settings {
  readonly begin: string;
  readonly role: DatabaseRole;
  readonly readOnly: boolean;
  readonly lockTimeoutMs: number;
  readonly statementTimeoutMs: number;
  readonly isHeavy: boolean;
  readonly idleTimeoutMs: number;
}

/** What a transaction consists of. */
interface Parts {
  readonly prisma: PrismaLoan;
  readonly caller: Caller;
  readonly server: Server;
  readonly settings: Settings;
}

/** The connection on which a transaction begins. */
interface Opening {
  readonly watched: WatchedConnection;
  /** Nothing was done on the connection yet. */
  readonly isNew: boolean;
}

/** The answer to CONTEXT. */
interface Context {
  readonly at: Date;
  readonly pid: number;
  readonly began: string;
}

/** How the rows of a cursor are fetched. */
interface Fetching<Row> {
  readonly batch: number;
  readonly fetch: (sql: string) => Promise<{ readonly rows: Row[] }>;
}

const SETTINGS = [
  'role',
  'berth.team',
  'berth.roles',
  'lock_timeout',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
];

/**
 * By these the server notices within half a minute that this side is gone, and rolls back. Once a connection, not in
 * each transaction, where they took 30 µs; behind a pooler, they are right for every user of its connections.
 */
const KEEPALIVE = `SELECT set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
  set_config('tcp_user_timeout', '25s', false)`;

/**
 * The tenant context and the time-outs, set for this transaction only: a pooled connection keeps nothing of them, and a
 * pooler in between need not know of them. The clock is read after the snapshot is taken: all that the transaction sees
 * was written before its time. And the backend that works on it, for when it does not answer any more.
 */
const CONTEXT: Statement = {
  name: 'context',
  text: `SELECT ${SETTINGS.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')},
    date_trunc('milliseconds', clock_timestamp()) AS at,
    pg_backend_pid() AS pid, transaction_timestamp()::text AS began`,
};

const PRESENT: Statement = { name: 'present', text: "SELECT date_trunc('milliseconds', clock_timestamp()) AS at" };

/** An open transaction on one connection of the pool; `abandoned`, `committed` and so on say how it went. */
export class OpenTransaction implements Transaction {
  /** No time before the transaction has begun: what is written with it is refused. */
  at = new Date(NaN);
  now = this.at;
  readonly caller: Caller;
  readonly statementTimeoutMs: number;
  abandoned = false;
  committed = false;
  readonly notified = new Map<string, string>();
  /** Rows that it wrote, by table. */
  readonly written = new Map<string, number>();
  /** Names of the statements that it ran, where they have some. */
  readonly ran = new Set<string>();
  #cursors = 0;
  /** When `now` was read, by this process's clock. */
  #readAt = 0;
  #notBefore = -Infinity;
  #concluding = false;
  #isOver = false;
  readonly #failures: FailureCause;
  /** Where single rows go that are written together with others. */
  #batch: RowBatch | undefined;
  /**
   * Outside of a pipeline one statement is under way at a time: cursors are asked for what
   * comes next while others work.
   */
  readonly #wire = new Mutex();
  #pipelined = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly of: Parts,
  ) {
    this.caller = of.caller;
    this.statementTimeoutMs = of.settings.statementTimeoutMs;
    this.#failures = new FailureCause(client);
  }

  get prisma(): TransactionPrisma {
    return this.of.prisma.take();
  }

  /**
   * Begins on the connection, and does what is to be done first, in one round trip where that does not wait for answers
   * of its own. Resolves to what the first work came to.
   */
  async begin<First>({ watched, isNew }: Opening, first: (tx: Transaction) => Promise<First>): Promise<First> {
    const [, , answer] = await this.together(
      () => (isNew ? this.client.query(KEEPALIVE) : Promise.resolve()),
      async () => {
        const { pid, began } = await this.#begin(this.of.settings);
        watched.backend = { pid, began };
      },
      () => first(this),
    );
    await this.makeRoom();
    return answer;
  }

  async #begin({ begin, role, ...timeouts }: Settings): Promise<Context> {
    const { lockTimeoutMs, statementTimeoutMs, idleTimeoutMs } = timeouts;
    const values = [
      `berth_${role}`,
      this.caller.team,
      this.caller.roles.join(),
      ...[lockTimeoutMs, statementTimeoutMs, idleTimeoutMs].map(String),
    ];
    const sent = performance.now();
    const [
      ,
      {
        rows: [context],
      },
    ] = await Promise.all([this.client.query(begin), this.client.query<Context>({ ...CONTEXT, values })]);
    if (context === undefined) throw new Error('the transaction has no context');
    this.#clockSays(context.at, sent);
    return context;
  }

  async commit(): Promise<void> {
    const { command } = await this.#send(() => this.client.query('COMMIT'));
    // PostgreSQL answers the COMMIT of a transaction in which a statement failed with a quiet ROLLBACK.
    if (command !== 'COMMIT')
      throw new Error('a statement failed and was passed over: nothing of the transaction was kept', {
        cause: this.#failures.last,
      });
    this.committed = true;
  }

  /** Nothing of it is sent any more. Answers the failure that is the cause of this one. */
  end(failure?: unknown): unknown {
    this.#isOver = true;
    this.#failures.close();
    return this.#failures.of(failure);
  }

  async refreshTime(): Promise<void> {
    const sent = performance.now();
    const [row] = await this.query<{ at: Date }>(PRESENT);
    if (row !== undefined) this.#clockSays(row.at, sent);
    await this.makeRoom();
  }

  advanceTime(): void {
    const passed = Math.floor(performance.now() - this.#readAt);
    if (passed > 0) this.#setTime(new Date(this.now.getTime() + passed));
  }

  async notBefore(time: Date): Promise<void> {
    this.of.server.clock.follows(time, this.now);
    this.#notBefore = Math.max(this.#notBefore, time.getTime());
    this.at = this.#timeOf(this.now);
    await this.makeRoom();
  }

  /** For what is written at the transaction's time. */
  async makeRoom(): Promise<void> {
    const { server, settings } = this.of;
    if (!settings.readOnly && !server.room.has(this.at)) await server.room.make(this.at);
  }

  #clockSays(now: Date, sent: number): void {
    this.of.server.clock.saw(now, { sent, answered: performance.now() });
    this.#setTime(now);
  }

  #setTime(now: Date): void {
    this.now = now;
    this.at = this.#timeOf(now);
    this.#readAt = performance.now();
  }

  #timeOf(now: Date): Date {
    return now.getTime() < this.#notBefore ? new Date(this.#notBefore) : now;
  }

  async query<Row extends pg.QueryResultRow>(sql: string | Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#run<Row>(sql, values)).rows;
  }

  async execute(sql: string | Statement, values: readonly unknown[] = []): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  #run<Row extends pg.QueryResultRow>(
    sql: string | Statement,
    values: readonly unknown[],
  ): Promise<pg.QueryResult<Row>> {
    this.#checkOpen();
    if (typeof sql !== 'string') this.ran.add(sql.name);
    return this.#send(() => this.client.query<Row>({ ...this.#named(sql), values: [...values] }));
  }

  /** What a connection has planned for one role it would plan again for the other: the policies are part of a plan. */
  #named(sql: string | Statement): { readonly text: string; readonly name?: string } {
    if (typeof sql === 'string') return { text: sql };
    return this.of.settings.role === 'reader' ? { ...sql, name: `${sql.name} reader` } : sql;
  }

  async #send<T>(statement: () => Promise<T>): Promise<T> {
    try {
      if (this.#pipelined) return await statement();
      return await this.#wire.runExclusive(() => {
        // It may have waited for one that failed: on this connection it would be of no transaction, or of another.
        if (this.#isOver) throw new Error('the transaction is over');
        return statement();
      });
    } catch (error) {
      throw this.#failures.of(error);
    }
  }

  together<Work extends readonly (() => Promise<unknown>)[]>(...work: Work): Promise<Results<Work>> {
    return this.#wire.runExclusive(() => this.#inPipeline(work));
  }

  async #inPipeline<Work extends readonly (() => Promise<unknown>)[]>(work: Work): Promise<Results<Work>> {
    this.#pipelined = true;
    setPipeline(this.client, true);
    const { stream } = (this.client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
    // One packet, where each statement would be one.
    stream.cork();
    const batch = new RowBatch();
    this.#batch = batch;
    const under = work.map(async (one) => await one());
    this.#batch = undefined;
    batch.send(this.client);
    stream.uncork();
    const settled = await Promise.allSettled(under);
    const failed = settled.find((one) => one.status === 'rejected');
    await this.#leavePipeline(failed !== undefined);
    if (failed !== undefined) throw this.#failures.of(failed.reason);
    return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as Results<Work>;
  }

  /** Every statement is answered then: the connection may wait for answers again. */
  async #leavePipeline(hasFailed: boolean): Promise<void> {
    this.#pipelined = false;
    // Work that fails leaves statements behind that it does not wait for. One more is answered after all of them.
    if (hasFailed) await this.client.query('SELECT').catch(() => undefined);
    setPipeline(this.client, false);
  }

  conclude<Work extends readonly (() => Promise<unknown>)[]>(...work: Work): Promise<Results<Work>> {
    let failed = false;
    const watched = work.map((one) => async () => {
      try {
        return await one();
      } catch (error) {
        failed = true;
        throw error;
      }
    });
    const commit = async (): Promise<void> => {
      // Work that fails before it sends anything has failed by then: PostgreSQL knows nothing of
      // it, and would keep the rest.
      await new Promise<void>((resolve) => {
        process.nextTick(resolve);
      });
      if (failed) return;
      this.#concluding = true;
      await this.commit();
    };
    return this.together(...watched, commit).then((all) => all.slice(0, -1) as unknown as Results<Work>);
  }

  copyIn(
    target: CopyTarget,
    rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
  ): Promise<number> {
    this.#checkOpen();
    if (this.#batch === undefined || Symbol.asyncIterator in rows) return this.#copied(target, rows);
    const few = [...rows];
    const [only] = few;
    return only !== undefined && few.length === 1 ? this.#batch.add(target, only) : this.#copied(target, few);
  }

  async #copied(
    target: CopyTarget,
    rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>,
  ): Promise<number> {
    const count = await this.#send(() => writeRows(this.client, target, rows));
    this.wrote(target.table, count);
    return count;
  }

  wrote(table: string, rows: number): void {
    this.written.set(table, (this.written.get(table) ?? 0) + rows);
  }

  /** @throws behind the COMMIT, where a statement would be of no transaction */
  #checkOpen(): void {
    if (this.#concluding) throw new Error('the transaction is concluded');
  }

  stream<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[], batch: number): AsyncIterable<Row[]> {
    return this.#fetched(sql, values, { batch, fetch: (text) => this.#send(() => this.client.query<Row>(text)) });
  }

  streamValues<Values extends unknown[]>(
    sql: string,
    values: readonly unknown[],
    batch: number,
  ): AsyncIterable<Values[]> {
    return this.#fetched(sql, values, {
      batch,
      fetch: (text) => this.#send(() => this.client.query<Values>({ text, rowMode: 'array' })),
    });
  }

  async *#fetched<Row>(sql: string, values: readonly unknown[], { batch, fetch }: Fetching<Row>): AsyncIterable<Row[]> {
    const cursor = `cursor_${this.#cursors++}`;
    await this.#send(() => this.client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, [...values]));
    const slice = new TimeSlice({ isSmall: !this.of.settings.isHeavy });
    for (;;) {
      const { rows } = await fetch(`FETCH ${batch} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < batch) break;
      await slice.yieldWhenOver();
    }
    await this.#send(() => this.client.query(`CLOSE ${cursor}`));
  }

  notify(topic: string, payload: string): void {
    this.notified.set(topic, payload);
  }

  abandon(): void {
    this.abandoned = true;
  }
}

/** As the option of that name, which `pg` reads whenever it sends: nothing may be under way when it changes. */
function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  (client as { pipeline: boolean }).pipeline = pipeline;
}
