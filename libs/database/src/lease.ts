import pg from 'pg';

/** Two-key advisory locks of this kind are leases; the second key is the holder's. */
const LEASE = 0x6265; // "be"

/** SQL: whether nobody holds the lease of `$1`. Asking takes it for the transaction, which does no harm. */
export const LEASE_IS_FREE = `pg_try_advisory_xact_lock(${LEASE}, hashtext($1::text))`;

/**
 * A process's sign of life: a session lock on a connection of its own, which the server drops the moment the process or its
 * connection is gone, however it went. Reconnects by itself while it is held.
 */
export class Lease {
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #released = false;

  constructor(private readonly url: string, readonly holder: string) {}

  /** @throws when the server is away. */
  async acquire(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'berth-lease', keepAlive: true });
    client.on('error', () => undefined);
    client.once('end', () => this.#lost(client));
    await client.connect();
    await client.query(`SELECT pg_advisory_lock(${LEASE}, hashtext($1::text))`, [this.holder]);
    this.#client = client;
  }

  async release(): Promise<void> {
    this.#released = true;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  #lost(client: pg.Client): void {
    if (this.#released || (this.#client !== undefined && this.#client !== client)) return;
    this.#client = undefined;
    this.#timer = setTimeout(() => {
      this.acquire().catch(() => undefined);
    }, 500);
    this.#timer.unref();
  }
}
