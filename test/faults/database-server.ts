import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import { runProgram } from '#test-programs';
import pg from 'pg';

const POLL_MS = 50;

/** The database server under test: a real one, as Berth embeds it, with its supervisor. */
export class DatabaseServer {
  private constructor(private readonly embedded: EmbeddedPostgres) {}

  static async start(dataDir: string, log: (line: string) => void): Promise<DatabaseServer> {
    return new DatabaseServer(await startEmbeddedPostgres({ dataDir, log, settings: { max_connections: '200' } }));
  }

  /** Straight to it, past every proxy, as the superuser. */
  get url(): string {
    return this.embedded.url;
  }

  /** The server process; undefined while there is none. */
  get postmaster(): number | undefined {
    return this.embedded.pid;
  }

  /** Its processes for single connections and its own. */
  children(): number[] {
    const { postmaster } = this;
    if (postmaster === undefined) return [];
    const { stdout } = runProgram('ps', ['-A', '-o', 'pid=,ppid=']);
    return stdout
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []));
  }

  /** Runs one statement on a connection of its own. @throws while the server takes nobody */
  async query<Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.session(async (client) => (await client.query<Row>(sql, [...values])).rows);
  }

  async session<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Resolves when it takes sessions. @throws when it does not for so long */
  async ready(deadlineMs: number): Promise<void> {
    for (const since = performance.now(); ;) {
      try {
        await this.query('SELECT 1');
        return;
      } catch (error) {
        if (performance.now() - since > deadlineMs) throw error;
      }
      await pause(POLL_MS);
    }
  }

  stop(): Promise<void> {
    return this.embedded.stop();
  }
}
