import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clientOptions, destroy, endClient } from './client.js';

/** A lost connection is made again after this. */
const RETRY_MS = 500;
/** So often it is asked whether it lives: a dead line says nothing by itself. */
const BEAT_MS = 5_000;
/** An answer takes no longer than so many beats. */
const ANSWER_BEATS = 2;
/**
 * The server ends a connection that was not asked for so long: the line is dead, or the process. Long enough for a
 * thread that computes.
 */
const SILENCE = '60s';

/** How a lasting connection is made and kept. */
export interface LastingConnectionOptions {
  readonly url: string;
  /** What the server shows it as. */
  readonly name: string;
  /** Makes a new connection what it is for. */
  readonly prepare: (client: pg.Client) => Promise<unknown>;
  readonly beatMs?: number | undefined;
}

/** One connection for as long as the process lives: made again whenever it is lost, and noticed to be lost. */
export class LastingConnection {
  #client: pg.Client | undefined;
  #beating: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(private readonly options: LastingConnectionOptions) {}

  /** @throws when the server is away: only what was open once is made again by itself */
  async open(): Promise<void> {
    const client = new pg.Client({
      ...clientOptions(this.options.url, this.options.name),
      query_timeout: ANSWER_BEATS * this.#beatMs,
    });
    client.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => void client.once('end', resolve));
    try {
      await client.connect();
      await client.query(`SET idle_session_timeout = '${SILENCE}'`);
      await this.options.prepare(client);
    } catch (error) {
      destroy(client);
      throw error;
    }
    if (this.#closed) return endClient(client);
    this.#client = client;
    this.#beat(client);
    void ended.then(() => this.#lost());
  }

  /** The same, as often as it takes. */
  async keep(): Promise<void> {
    while (!this.#closed) {
      try {
        return await this.open();
      } catch {
        await pause(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  get #beatMs(): number {
    return this.options.beatMs ?? BEAT_MS;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beating);
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await endClient(client);
  }

  #beat(client: pg.Client): void {
    clearInterval(this.#beating);
    let isAsked = false;
    const ask = async (): Promise<void> => {
      if (isAsked) return;
      isAsked = true;
      await client.query('SELECT').catch(() => {
        destroy(client);
      });
      isAsked = false;
    };
    this.#beating = setInterval(() => void ask(), this.#beatMs).unref();
  }

  async #lost(): Promise<void> {
    clearInterval(this.#beating);
    if (this.#closed) return;
    await pause(RETRY_MS, undefined, { ref: false });
    await this.keep();
  }
}
