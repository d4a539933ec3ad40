import { Database, type Caller, type Transaction } from '#database';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { indexDecisions } from '../search/index-decisions.js';
import type { IndexShape } from '../search/index-shape.js';
import { PROFILES } from './arbitrary-log.js';
import { digestOf, MadeLog, type MadePart } from './made-log.js';

const CALLER: Caller = {
  team: '00000000-0000-7000-8000-000000000001',
  roles: ['admin', 'auditor'],
  actor: 'ann',
  principal: 'test',
  requestId: 'r',
  client: 'spec',
  reason: '',
};

/** Small enough for a handful of decisions to be of every size, and merged. */
export const SHAPE: IndexShape = { block: 2, sizes: [2, 8, 32], direct: 8 };

/** Logs that are made in a database of the spec's own. */
export class MadeLogs {
  private constructor(
    private readonly home: TestDatabase,
    private readonly database: Database,
    readonly client: pg.Client,
  ) {}

  static async create(): Promise<MadeLogs> {
    const home = await createTestDatabase();
    const client = new pg.Client({ connectionString: home.url });
    await client.connect();
    return new MadeLogs(home, new Database({ url: home.url }), client);
  }

  async drop(): Promise<void> {
    await this.client.end();
    await this.database.close();
    await this.home.drop();
  }

  /** A log with its profiles; indexed after the first so many parts, and no further. */
  async logOf(parts: readonly MadePart[], indexedParts: number): Promise<MadeLog> {
    const log = new MadeLog(this.database, this.client, CALLER);
    for (const name of PROFILES) {
      await this.client.query(
        `INSERT INTO profiles (cluster_id, name, version, digest, config, created_at)
         VALUES ($1, $2, 1, decode($3, 'hex'), '{}', now())`,
        [log.cluster, name, digestOf(name)],
      );
    }
    for (const [index, part] of parts.entries()) {
      if (index === indexedParts) await this.#index(log.cluster);
      await log.append(part);
    }
    if (indexedParts >= parts.length) await this.#index(log.cluster);
    return log;
  }

  /** Reads as the API does for a request. */
  read<T>(fn: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(CALLER, fn, { readOnly: true, snapshot: true });
  }

  async #index(cluster: string): Promise<void> {
    for (let more = true; more;)
      ({ more } = await this.database.transaction(CALLER, (tx) => indexDecisions(tx, cluster, SHAPE)));
  }
}
