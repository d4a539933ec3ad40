import type pg from 'pg';
import { LastingConnection } from './connection/index.js';

/** Two-key advisory locks of this kind are leases; the second key is the holder's. */
const LEASE = 0x6265; // "be"

const NAME = 'berth-lease';

/** Connections that had the lease of `$1` before, on lines that are dead: the server may not know yet that they are. */
const END_PREDECESSORS = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND objsubid = 2 AND classid = ${LEASE}
    AND objid::int8 = hashtext($1::text)::int8 & 4294967295
    AND datname = current_database() AND application_name = '${NAME}' AND pid <> pg_backend_pid()`;

/** SQL: whether the lease of `$1` is free. The query takes it for the transaction, which does no harm. */
export const LEASE_IS_FREE = `pg_try_advisory_xact_lock(${LEASE}, hashtext($1::text))`;

/**
 * A process's sign of life: a session lock on a connection of its own, which the server drops the moment the process or
 * its connection is gone, however it went. Reconnects by itself while it is held.
 */
export class Lease {
  readonly #connection: LastingConnection;

  constructor(
    url: string,
    readonly holder: string,
    /** How often it is asked whether its connection lives. */
    beatMs?: number,
  ) {
    const prepare = async (client: pg.Client): Promise<void> => {
      await client.query(END_PREDECESSORS, [holder]);
      await client.query(`SELECT pg_advisory_lock(${LEASE}, hashtext($1::text))`, [holder]);
    };
    this.#connection = new LastingConnection({ url, name: NAME, prepare, beatMs });
  }

  /** @throws when the server is away: a first try that fails is the caller's to repeat. */
  acquire(): Promise<void> {
    return this.#connection.open();
  }

  release(): Promise<void> {
    return this.#connection.close();
  }
}
