import type { Socket } from 'node:net';
import pg from 'pg';

/** What a client of `pg` has and its types do not say. */
interface OpenClient {
  readonly host: string;
  readonly port: number;
  /** How PostgreSQL knows who may cancel what runs on the connection. */
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: pg.Connection & {
    readonly stream: Socket;
    connect(port: number | string, host?: string): void;
    cancel(processID: number, secretKey: number): void;
  };
}

/**
 * Lets go of a connection when a signal is aborted. What runs on it is cancelled, for PostgreSQL itself would notice
 * nothing before it has rows to send; and the connection is given up, because what cancels may come late, and must not
 * meet another caller's statement. Answers what ends that.
 */
export function endWith(signal: AbortSignal | undefined, client: pg.PoolClient, url: string): () => void {
  const end = (): void => {
    const open = client as unknown as OpenClient;
    cancel(open, url);
    open.connection.stream.destroy();
  };
  if (signal?.aborted === true) end();
  else signal?.addEventListener('abort', end, { once: true });
  return () => {
    signal?.removeEventListener('abort', end);
  };
}

/** Over a connection of its own, which PostgreSQL ends. Where it cannot be made, the statement's time-out is left. */
function cancel({ processID, secretKey }: OpenClient, url: string): void {
  const { connection, host, port } = new pg.Client({ connectionString: url }) as unknown as OpenClient;
  connection.on('error', () => undefined);
  connection.once('connect', () => {
    connection.cancel(processID, secretKey);
  });
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
