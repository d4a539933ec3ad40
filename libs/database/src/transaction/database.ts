import { inSpan, type Span } from '#spans';
import { Semaphore } from 'async-mutex';
import pg from 'pg';
import { isConnectionLost } from '../outage-reason.js';
import { clientOptions, ConnectionLost, ConnectionWatch, destroy, Probe } from '../connection/index.js';
import { POSTGRES_ERROR } from '../error-codes.js';
import { Standby } from '../standby/index.js';
import type {
  ConnectionCounts,
  DatabaseOptions,
  StatementTimeouts,
  TransactionOptions,
  Work,
} from './database-options.js';
import { Notifications } from './notifications.js';
import { FreshStatistics, type FilledTables } from './fresh-statistics.js';
import { HistoryRoom } from './history-room.js';
import { LastWords } from './last-words.js';
import { OrderedIds } from './ordered-ids.js';
import { OpenTransaction, type Server, type Settings } from './open-transaction.js';
import { PrismaClients } from './prisma-clients.js';
import { ServerClock } from './server-clock.js';
import { isSystem, type Caller } from './caller.js';
import type { Transaction } from './transaction.js';
import { endWith } from './end-with.js';
import { asSmall } from '../long-work/index.js';

/** What a write or a read needs of a database. */
export type Transactions = Pick<Database, 'transaction'>;

const POOL_SIZE = 10;

const LOCK_MS = 30_000;
const STATEMENT_TIMEOUTS: StatementTimeouts = { short: 30_000, heavy: 120_000 };
/**
 * So much of a statement's time may go by while it waits for a lock: lock contention is reported as such, and not as a
 * statement that takes too long.
 */
const WAITING_SHARE = 0.9;

/** How long a transaction may leave the server waiting for its next statement: as long as one that computes takes. */
const IDLE_MS = 120_000;
/** At its caller's pace: as long as a request may take to arrive, and a little more. */
const SLOW_IDLE_MS = 16 * 60_000;
/** A notification is a hint, and not waited for. */
const NOTIFY_MS = 10_000;
/** Connections that are closed have that long to say goodbye. */
const GOODBYE_MS = 1_000;

/** The tables that are there for all; of those of history, the partition that has the time. */
const FILLED = `SELECT quote_ident(coalesce(p.partition, t.name)) AS name
  FROM unnest($1::text[], $2::timestamptz[]) AS t(name, at)
    LEFT JOIN berth_partitions() p ON p.history = t.name
      AND (p.lower_bound IS NULL OR p.lower_bound <= t.at) AND t.at < p.upper_bound
  WHERE to_regclass(quote_ident(t.name)) IS NOT NULL`;

/** What `ping` asks; a standby, or a server that was set so, takes no writes. */
const PING = "SELECT current_setting('transaction_read_only') = 'on' AS \"readOnly\"";

/** A standby, and how it is reached. */
interface StandbyServer {
  readonly state: Standby;
  readonly database: Database;
}

/** How a transaction stands beside its options. */
interface Pace {
  /** It goes at its caller's pace. */
  readonly isSlow: boolean;
  readonly span: Span;
}

/** The one way to the database: `transaction(caller, fn)`, for reads too. */
export class Database {
  /**
   * The same for transactions that go on for long: half of the connections are theirs at most, so that no number of
   * them keeps what is short waiting.
   */
  readonly slow: Transactions;
  /**
   * The same for transactions that go at their caller's pace, such as an upload: they have connections of their own, so
   * that slow lines do not keep other transactions waiting.
   */
  readonly paced: Transactions;
  /** What processes on this database tell each other. */
  readonly notifications: Notifications;
  readonly #pool: pg.Pool;
  readonly #server: Server;
  readonly #ids = new OrderedIds();
  readonly #probe: Probe;
  readonly #watch: ConnectionWatch;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #lastWords = new LastWords();
  /** Set while the server may be away in a way that takes long to notice. */
  #isSilent = false;
  #asking: Promise<void> | undefined;
  readonly #used = new WeakSet<pg.PoolClient>();
  readonly #statistics = new FreshStatistics((tables) => this.#analyze(tables));
  readonly #standby: StandbyServer | undefined;

  constructor(private readonly options: DatabaseOptions) {
    const size = options.poolSize ?? POOL_SIZE;
    const { pacedConnections: paced } = options;
    this.slow = this.#lane(Math.max(1, Math.floor(size / 2)));
    this.paced = paced === undefined ? this.slow : this.#lane(paced);
    this.#probe = new Probe(options.url);
    this.#watch = new ConnectionWatch(this.#probe, () => (this.#isSilent = true), options.lookMs);
    this.#pool = new pg.Pool({
      ...clientOptions(options.url, 'berth'),
      max: size + (paced ?? 0),
      ...(options.connectTimeoutMs === undefined ? {} : { connectionTimeoutMillis: options.connectTimeoutMs }),
    });
    // A server that stops with the service may end a connection before it reads that the pool has.
    this.#pool.on('error', (error) => (this.#pool.ending ? undefined : options.onIdleError?.(error)));
    const room = new HistoryRoom(options.url);
    const clock = new ServerClock(
      (notice) => options.onClock?.(notice),
      () => {
        room.forget();
      },
    );
    this.#server = { clock, room };
    this.#pool.on('connect', (client) => {
      // The pool hears of the errors of idle connections only, and queries of their own. A connection that ends between
      // the two, in the packet that says that it is ready for one, would end the process.
      client.on('error', () => undefined);
      this.#clients.add(client);
      client.once('end', () => this.#clients.delete(client));
    });
    this.notifications = new Notifications(options.url, (sql, values) => this.#notify(sql, values), options.beatMs);
    this.#standby = standbyOf(options);
  }

  /**
   * Runs `fn` in one transaction: commits when it returns, unless it called `tx.abandon()`; rolls back when it throws.
   * @throws what `fn` throws, what `pg` throws when the server is away, and of a transaction that only reads what the
   * caller's signal was aborted with.
   */
  transaction<T>(caller: Caller, fn: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.transactionFrom(caller, { ...options, first: nothing, then: fn });
  }

  /**
   * The same where the first statements are known: they are sent along with the beginning, and cost no round trip of
   * their own. `first` may not read the time of the transaction; `then` gets what it came to.
   */
  transactionFrom<First, T>(caller: Caller, work: Work<First, T>): Promise<T> {
    return this.#transactionFrom(caller, work, { isSlow: false });
  }

  /** So many at a time. */
  #lane(count: number): Transactions {
    const places = new Semaphore(count);
    return {
      transaction: (caller, fn, how) =>
        places.runExclusive(() =>
          this.#transactionFrom(caller, { ...how, first: nothing, then: fn }, { isSlow: true }),
        ),
    };
  }

  async #transactionFrom<First, T>(caller: Caller, work: Work<First, T>, { isSlow }: Pick<Pace, 'isSlow'>): Promise<T> {
    // The service's own chores read little: to ask how far the server is would take as long.
    const standby = work.readOnly === true && (isSlow || caller.isHeavy === true) ? this.#standby : undefined;
    if (standby === undefined || !(await standby.state.isCurrent())) return this.#inSpan(caller, work, isSlow);
    let hasBegun = false;
    const first = (tx: Transaction): Promise<First> => {
      hasBegun = true;
      return work.first(tx);
    };
    try {
      return await standby.database.#inSpan(caller, { ...work, first }, isSlow);
    } catch (error) {
      if (hasBegun || !isConnectionLost(error)) throw error;
      standby.state.failed(error);
      return this.#inSpan(caller, work, isSlow);
    }
  }

  #inSpan<First, T>(caller: Caller, work: Work<First, T>, isSlow: boolean): Promise<T> {
    const attributes = { 'db.system.name': 'postgresql', 'berth.read_only': work.readOnly === true };
    return inSpan('transaction', attributes, (span) => this.#transact(caller, work, { isSlow, span }));
  }

  #transact<First, T>(caller: Caller, work: Work<First, T>, pace: Pace): Promise<T> {
    const transact = (): Promise<T> => this.#transactNow(caller, work, pace);
    return isHeavy(caller, pace) ? transact() : asSmall(transact);
  }

  async #transactNow<First, T>(caller: Caller, { first, then, ...options }: Work<First, T>, pace: Pace): Promise<T> {
    const signal = options.readOnly === true ? caller.signal : undefined;
    signal?.throwIfAborted();
    const client = await this.#connect();
    const watched = this.#watch.add(client);
    const stay = endWith(signal, client, this.options.url);
    let broken = true;
    let isGood = false;
    const prisma = PrismaClients.ofProcess.lend(client);
    const settings = this.#settings(caller, options, pace);
    const tx = new OpenTransaction(client, { prisma, caller, server: this.#server, settings });
    try {
      const answer = await tx.begin({ watched, isNew: this.#isNew(client) }, first);
      const result = await then(tx, answer);
      if (tx.abandoned) await client.query('ROLLBACK');
      else if (!tx.committed) await tx.commit();
      broken = false;
      isGood = true;
      tell(pace.span, tx);
      if (tx.committed) this.#committed(tx);
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      const cause = tx.end(error);
      this.#lastWords.heard(cause);
      broken = !(await rolledBack(client));
      // Where a connection dies, every error has that cause and no other.
      throw broken && !isConnectionLost(cause) ? new ConnectionLost('the connection was lost', { cause }) : cause;
    } finally {
      tx.end();
      stay();
      this.#watch.remove(watched, !broken);
      prisma.giveBack(isGood);
      client.release(broken);
    }
  }

  #committed({ notified, written, at }: OpenTransaction): void {
    for (const [topic, payload] of notified) this.notifications.notify(topic, payload);
    this.#statistics.wrote(written, at);
  }

  /**
   * Resolves when the server answers and takes writes, however busy the connections of the pool are.
   * @throws why it does not, within some 2 s
   */
  async ping(): Promise<void> {
    const [row] = await this.#probe.ask<{ readOnly: boolean }>(PING).catch((error: unknown) => {
      throw this.#lastWords.behind(error);
    });
    this.#lastWords.forget();
    if (row?.readOnly === true)
      throw Object.assign(new Error('the server takes no writes'), { code: POSTGRES_ERROR.readOnlyTransaction });
  }

  /**
   * A UUIDv7 by the clock of the database: later ones are greater, whichever process makes them. `notBefore`: a time
   * that it follows, where the clock may have been put back since.
   * @throws what `pg` throws when the server is away and its clock was never seen
   */
  async newId(notBefore?: Date): Promise<string> {
    const present = this.#server.clock.present ?? (await this.#readClock());
    return this.#ids.at(Math.max(present, notBefore?.getTime() ?? present));
  }

  async #readClock(): Promise<number> {
    const [row] = await this.#probe.ask<{ at: Date }>('SELECT clock_timestamp() AS at');
    if (row === undefined) throw new Error('the server does not say the time');
    return row.at.getTime();
  }

  /** The connections of the pool, and how many callers wait for one. */
  get connections(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Waits for what runs, then closes every connection. */
  async close(): Promise<void> {
    await this.#standby?.state.close();
    await this.#standby?.database.close();
    this.#statistics.close();
    await this.notifications.close();
    await this.#pool.end();
    this.#watch.close();
    await this.#probe.close();
    const overdue = setTimeout(() => {
      for (const client of this.#clients) destroy(client);
    }, GOODBYE_MS);
    overdue.unref();
  }

  /** A connection of the pool, and none that an outage may have killed while it was idle. */
  async #connect(): Promise<pg.PoolClient> {
    if (this.#isSilent) await this.#ask();
    for (;;) {
      const client = await this.#pool.connect().catch((error: unknown) => {
        this.#isSilent = true;
        throw error;
      });
      if (!this.#watch.distrusts(client)) return client;
      destroy(client);
      client.release(true);
    }
  }

  /**
   * All callers that come while the server does not answer share one answer, after the deadline of the probe: callers
   * that wait for each other would have to wait for one connection each.
   */
  #ask(): Promise<void> {
    this.#asking ??= this.#probe
      .ask('SELECT')
      .then(() => {
        this.#isSilent = false;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  /** As the owner, which only the pool's own user is; a table that is being analyzed already is skipped. */
  async #analyze(tables: FilledTables): Promise<void> {
    const client = await this.#connect();
    const watched = this.#watch.add(client);
    let isBroken = true;
    try {
      const { rows } = await client.query<{ name: string }>(FILLED, [[...tables.keys()], [...tables.values()]]);
      for (const { name } of rows) await client.query(`ANALYZE (SKIP_LOCKED) ${name}`);
      isBroken = false;
    } finally {
      this.#watch.remove(watched, !isBroken);
      client.release(isBroken);
    }
  }

  async #notify(text: string, values: unknown[]): Promise<void> {
    const client = await this.#connect();
    let isBroken = true;
    try {
      await client.query({ text, values, query_timeout: NOTIFY_MS } as pg.QueryConfig);
      isBroken = false;
    } finally {
      client.release(isBroken);
    }
  }

  /** Whether nothing was done on a connection yet. */
  #isNew(client: pg.PoolClient): boolean {
    const isNew = !this.#used.has(client);
    this.#used.add(client);
    return isNew;
  }

  #settings(caller: Caller, options: TransactionOptions, pace: Pace): Settings {
    const { short, heavy } = this.options.statementTimeouts ?? STATEMENT_TIMEOUTS;
    const isLong = isHeavy(caller, pace);
    const statementTimeoutMs = isLong ? heavy : short;
    const lockTimeoutMs = options.lockTimeoutMs ?? this.options.lockTimeoutMs ?? LOCK_MS;
    const modes = [options.snapshot ? 'ISOLATION LEVEL REPEATABLE READ' : '', options.readOnly ? 'READ ONLY' : ''];
    return {
      begin: ['BEGIN', ...modes.filter((mode) => mode !== '')].join(' '),
      role: options.role ?? 'engine',
      readOnly: options.readOnly === true || options.role === 'reader',
      lockTimeoutMs: Math.min(lockTimeoutMs, Math.ceil((statementTimeoutMs || Infinity) * WAITING_SHARE)),
      statementTimeoutMs,
      isHeavy: isLong,
      idleTimeoutMs: pace.isSlow ? SLOW_IDLE_MS : IDLE_MS,
    };
  }
}

function standbyOf({ standbyUrl, onStandby, ...options }: DatabaseOptions): StandbyServer | undefined {
  if (standbyUrl === undefined) return undefined;
  const state = new Standby({ primary: options.url, standby: standbyUrl }, (notice) => onStandby?.(notice));
  return { state, database: new Database({ ...options, url: standbyUrl }) };
}

/** Which statements it was, by their names: traces must not contain their content. */
function tell(span: Span, { ran, committed }: OpenTransaction): void {
  span.set({ 'berth.statements': [...ran], 'berth.committed': committed });
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/** Whether it takes long by its nature: what goes through a cluster, and the service's own chores. */
function isHeavy(caller: Caller, { isSlow }: Pick<Pace, 'isSlow'>): boolean {
  return isSlow || caller.isHeavy === true || isSystem(caller);
}
