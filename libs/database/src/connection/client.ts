import type { Socket } from 'node:net';
import pg from 'pg';

const CONNECT_MS = 10_000;
/** The kernel asks the other side of a connection that has been quiet for so long, and gives it up 10 s later. */
const KEEPALIVE_MS = 10_000;
/** A goodbye takes a round trip, and gets no answer on a dead line. */
const GOODBYE_MS = 1_000;

/** How every connection is made: nothing waits for a server that is not there for ever. */
export function clientOptions(url: string, name: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
  };
}

/** What a connection is sent over; only `pg`'s types hide it. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}

/** Ends a connection without a word: what waits for an answer fails with the error. */
export function destroy(client: pg.ClientBase, error?: Error): void {
  socketOf(client).destroy(error);
}

/** Says goodbye, and leaves in any case. */
export async function endClient(client: pg.Client): Promise<void> {
  const overdue = setTimeout(() => {
    destroy(client);
  }, GOODBYE_MS);
  try {
    await client.end();
  } finally {
    clearTimeout(overdue);
  }
}
