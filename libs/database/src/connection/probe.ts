import { Mutex } from 'async-mutex';
import pg from 'pg';
import { clientOptions, destroy, endClient } from './client.js';

/** For the connection to be made, and for each answer. */
const DEADLINE_MS = 2_000;
/** A connection that was idle for so long is given back. */
const IDLE_MS = 30_000;

/**
 * A connection beside the pool, for short questions whose answers may not wait until others are done, or that are
 * about the others. Made when it is needed, and anew when it does not answer.
 */
export class Probe {
  #client: pg.Client | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #turn = new Mutex();

  constructor(private readonly url: string) {}

  /** @throws what the server says, or that it says nothing in time */
  ask<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#turn.runExclusive(async () => {
      clearTimeout(this.#idle);
      const client = (this.#client ??= await this.#connect());
      try {
        const { rows } = await client.query<Row>(sql, [...values]);
        this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
        return rows;
      } catch (error) {
        this.#client = undefined;
        destroy(client);
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endClient(client);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...clientOptions(this.url, 'berth-probe'),
      connectionTimeoutMillis: DEADLINE_MS,
      query_timeout: DEADLINE_MS,
    });
    client.on('error', () => undefined);
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      destroy(client);
      throw error;
    }
  }
}
