import pg from 'pg';

/** Two-key advisory locks of this kind are leases; the second key is the holder's. */
const LEASE = 0x6265; // "be"

/** A lost lease is asked for again after this. */
const RETRY_MS = 500;

/** SQL: whether nobody holds the lease of `$1`. Asking takes it for the transaction, which does no harm. */
export const LEASE_IS_FREE = `pg_try_advisory_xact_lock(${LEASE}, hashtext($1::text))`;

/**
 * A process's sign of life: a session lock on a connection of its own, which the server drops the moment the process or
 * its connection is gone, however it went. Reconnects by itself while it is held.
 */
export class Lease {
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #held = false;
  #released = false;

  constructor(
    private readonly url: string,
    readonly holder: string,
  ) {}

  /** @throws when the server is away. */
  async acquire(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'berth-lease', keepAlive: true });
    client.on('error', () => undefined);
    client.once('end', () => this.#lost(client));
    this.#client = client;
    await client.connect();
    await client.query(`SELECT pg_advisory_lock(${LEASE}, hashtext($1::text))`, [this.holder]);
    this.#held = true;
  }

  async release(): Promise<void> {
    this.#released = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  /** Only what was held is taken again: a first try that fails is the caller's to repeat. */
  #lost(client: pg.Client): void {
    if (this.#released || !this.#held || this.#client !== client) return;
    this.#client = undefined;
    this.#timer = setTimeout(() => {
      // It failed because the server is still away: the end of its connection leads here again.
      this.acquire().catch(() => undefined);
    }, RETRY_MS);
    this.#timer.unref();
  }
}
