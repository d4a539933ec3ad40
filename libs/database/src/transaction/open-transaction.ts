import pg from 'pg';
import { writeRows, type CopyTarget, type CopyValue } from '../copy/index.js';
import type { PrismaClient } from '../generated/client.js';
import type { Statement } from './statement.js';
import type { Caller, DatabaseRole, Results, Transaction } from './transaction.js';

interface Opening {
  readonly client: pg.PoolClient;
  readonly prisma: PrismaClient;
  readonly caller: Caller;
  readonly settings: { readonly begin: string; readonly role: DatabaseRole; readonly lockTimeoutMs: number; readonly statementTimeoutMs: number };
}

/** How the rows of a cursor are fetched. */
interface Fetching<Row> {
  readonly batch: number;
  readonly fetch: (sql: string) => Promise<{ readonly rows: Row[] }>;
}

/** The tenant context and the time-outs, set for this transaction only: a pooled connection keeps nothing of them. */
const CONTEXT = ['role', 'berth.team', 'lock_timeout', 'statement_timeout'] as const;

/** Begins a transaction on a connection, in one round trip, and gives the handle that its stores use. */
export async function openTransaction({ client, prisma, caller, settings }: Opening): Promise<OpenTransaction> {
  const values = [`berth_${settings.role}`, caller.team, String(settings.lockTimeoutMs), String(settings.statementTimeoutMs)];
  const context = CONTEXT.map((name, index) => `set_config('${name}', ${pg.escapeLiteral(values[index] ?? '')}, true)`);
  // Of several statements at once, pg answers a list that its types do not know of.
  const answers: unknown = await client.query(`${settings.begin}; SELECT ${context.join(', ')}, date_trunc('milliseconds', transaction_timestamp()) AS at`);
  const [, { rows }] = answers as readonly [unknown, { readonly rows: readonly [{ readonly at: Date }] }];
  return new OpenTransaction(client, prisma, { caller, at: rows[0].at });
}

export class OpenTransaction implements Transaction {
  readonly caller: Caller;
  at: Date;
  abandoned = false;
  #cursors = 0;

  constructor(
    private readonly client: pg.PoolClient,
    readonly prisma: PrismaClient,
    context: { readonly caller: Caller; readonly at: Date },
  ) {
    this.caller = context.caller;
    this.at = context.at;
  }

  async refreshTime(): Promise<void> {
    const [row] = await this.query<{ at: Date }>("SELECT date_trunc('milliseconds', clock_timestamp()) AS at");
    if (row !== undefined) this.at = row.at;
  }

  async query<Row extends pg.QueryResultRow>(sql: string | Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#run<Row>(sql, values)).rows;
  }

  async execute(sql: string | Statement, values: readonly unknown[] = []): Promise<number> {
    return (await this.#run(sql, values)).rowCount ?? 0;
  }

  #run<Row extends pg.QueryResultRow>(sql: string | Statement, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    return this.client.query<Row>({ ...(typeof sql === 'string' ? { text: sql } : sql), values: [...values] });
  }

  async together<Work extends readonly (() => Promise<unknown>)[]>(...work: Work): Promise<Results<Work>> {
    setPipeline(this.client, true);
    const under = work.map(async (one) => await one());
    const settled = await Promise.allSettled([Promise.all(under), ...under]);
    // Every statement is answered: the connection may wait for answers again.
    setPipeline(this.client, false);
    // The first to fail, in time: what was sent after it failed because of it.
    const [all] = settled;
    if (all.status === 'rejected') throw all.reason;
    return all.value as unknown as Results<Work>;
  }

  copyIn(target: CopyTarget, rows: AsyncIterable<readonly CopyValue[]> | Iterable<readonly CopyValue[]>): Promise<number> {
    return writeRows(this.client, target, rows);
  }

  stream<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[], batch: number): AsyncIterable<Row[]> {
    return this.#fetched(sql, values, { batch, fetch: (text) => this.client.query<Row>(text) });
  }

  streamValues<Values extends unknown[]>(sql: string, values: readonly unknown[], batch: number): AsyncIterable<Values[]> {
    return this.#fetched(sql, values, { batch, fetch: (text) => this.client.query<Values>({ text, rowMode: 'array' }) });
  }

  async *#fetched<Row>(sql: string, values: readonly unknown[], { batch, fetch }: Fetching<Row>): AsyncIterable<Row[]> {
    const cursor = `cursor_${this.#cursors++}`;
    await this.client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, [...values]);
    for (;;) {
      const { rows } = await fetch(`FETCH ${batch} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < batch) break;
    }
    await this.client.query(`CLOSE ${cursor}`);
  }

  abandon(): void {
    this.abandoned = true;
  }
}

/** As the option of that name, which `pg` reads whenever it sends: nothing may be under way when it changes. */
function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  (client as { pipeline: boolean }).pipeline = pipeline;
}
