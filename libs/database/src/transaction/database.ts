import { Semaphore } from 'async-mutex';
import pg from 'pg';
import { Notifications } from './notifications.js';
import { HistoryRoom } from './history-room.js';
import { openTransaction, type Server } from './open-transaction.js';
import { PrismaClients } from './prisma-clients.js';
import { ServerClock, type ClockNotice } from './server-clock.js';
import type { Caller, DatabaseRole, Transaction } from './transaction.js';

/** How a database is reached and how patient its callers are; times in milliseconds. */
export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most. */
  readonly poolSize?: number;
  /** How long a caller waits for a free connection. */
  readonly connectTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** Errors of idle connections, which no caller sees. */
  readonly onIdleError?: (error: Error) => void;
  /** Told when the clock of the database does what it should not. */
  readonly onClock?: (notice: ClockNotice) => void;
}

/** What a transaction is for, where the default (engine, read and write) is not it. */
export interface TransactionOptions {
  readonly role?: DatabaseRole;
  readonly readOnly?: boolean;
  /** Reads of several statements that must see one state. */
  readonly snapshot?: boolean;
}

/** What a write or a read needs of a database. */
export type Transactions = Pick<Database, 'transaction'>;

const POOL_SIZE = 10;

/** The one way to the database: `transaction(caller, fn)`, for reads too. */
export class Database {
  /**
   * The same for transactions that go at their caller's pace, such as an upload: half of the connections are theirs at
   * most, so that no number of slow lines keeps everybody else waiting.
   */
  readonly slow: Transactions;
  /** What processes on this database tell each other. */
  readonly notifications: Notifications;
  readonly #pool: pg.Pool;
  readonly #server: Server;
  readonly #prismas = new PrismaClients();

  constructor(private readonly options: DatabaseOptions) {
    const size = options.poolSize ?? POOL_SIZE;
    const half = new Semaphore(Math.max(1, Math.floor(size / 2)));
    this.slow = { transaction: (caller, fn, how) => half.runExclusive(() => this.transaction(caller, fn, how)) };
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: size,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
      application_name: 'berth',
      keepAlive: true,
    });
    this.#pool.on('error', (error) => options.onIdleError?.(error));
    const room = new HistoryRoom(options.url);
    const clock = new ServerClock(
      (notice) => options.onClock?.(notice),
      () => {
        room.forget();
      },
    );
    this.#server = { clock, room };
    this.notifications = new Notifications(options.url, (sql, values) => this.#pool.query(sql, values));
  }

  /**
   * Runs `fn` in one transaction: commits when it returns, unless it called `tx.abandon()`; rolls back when it throws.
   * @throws whatever `fn` throws, and what `pg` throws when the server is away.
   */
  transaction<T>(caller: Caller, fn: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.transactionFrom(caller, { ...options, first: () => Promise.resolve(), then: fn });
  }

  /**
   * The same where the first statements are known: they are sent along with the beginning, and cost no round trip of
   * their own. `first` may not read the time of the transaction; `then` gets what it came to.
   */
  async transactionFrom<First, T>(
    caller: Caller,
    {
      first,
      then,
      ...options
    }: TransactionOptions & {
      readonly first: (tx: Transaction) => Promise<First>;
      readonly then: (tx: Transaction, first: First) => Promise<T>;
    },
  ): Promise<T> {
    const client = await this.#pool.connect();
    // A connection that dies while it is checked out reports it here as well as through its query.
    const ignoreLate = (): void => undefined;
    client.on('error', ignoreLate);
    let broken = true;
    const prisma = this.#prismas.lend(client);
    try {
      const [tx, answer] = await openTransaction(
        { client, prisma, caller, server: this.#server, settings: this.#settings(options) },
        first,
      );
      const result = await then(tx, answer);
      if (tx.abandoned) await client.query('ROLLBACK');
      else if (!tx.committed) await tx.commit();
      broken = false;
      if (tx.committed) for (const [topic, payload] of tx.notified) this.notifications.notify(topic, payload);
      return result;
    } catch (error) {
      broken = !(await rolledBack(client));
      throw error;
    } finally {
      // A client of a broken connection may wait for an answer for ever.
      if (!broken) prisma.giveBack();
      client.removeListener('error', ignoreLate);
      client.release(broken);
    }
  }

  /** Resolves when the server answers. @throws when it does not. */
  async ping(): Promise<void> {
    await this.#pool.query('SELECT 1');
  }

  /** Waits for what runs, then closes every connection. */
  async close(): Promise<void> {
    await this.notifications.close();
    await this.#pool.end();
  }

  #settings(options: TransactionOptions): {
    begin: string;
    role: DatabaseRole;
    readOnly: boolean;
    lockTimeoutMs: number;
    statementTimeoutMs: number;
  } {
    const modes = [options.snapshot ? 'ISOLATION LEVEL REPEATABLE READ' : '', options.readOnly ? 'READ ONLY' : ''];
    return {
      begin: ['BEGIN', ...modes.filter((mode) => mode !== '')].join(' '),
      role: options.role ?? 'engine',
      readOnly: options.readOnly === true || options.role === 'reader',
      lockTimeoutMs: this.options.lockTimeoutMs ?? 30_000,
      statementTimeoutMs: this.options.statementTimeoutMs ?? 120_000,
    };
  }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
