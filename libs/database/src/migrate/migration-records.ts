import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Migration } from './migration-folder.js';

/** A row of `_prisma_migrations` that was not rolled back. */
export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** False: it failed, and what it left has to be looked at. */
  readonly finished: boolean;
  /** What the server said when it failed. */
  readonly logs: string | null;
}

// Column by column what Prisma's schema engine creates on PostgreSQL, so that its commands read our records.
const CREATE_TABLE = `CREATE TABLE _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

/** The records in the order in which they were made; undefined in a database that was never migrated. */
export async function readRecords(client: ClientBase): Promise<readonly MigrationRecord[] | undefined> {
  const { rows } = await client.query<{ present: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`,
  );
  if (rows[0]?.present !== true) {
    return undefined;
  }
  const records =
    await client.query<MigrationRecord>(`SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
      logs
    FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`);
  return records.rows;
}

/** Makes the table of records; fails where it is there. */
export async function createRecords(client: ClientBase): Promise<void> {
  await client.query(CREATE_TABLE);
}

/** Records a migration as begun and returns the record's id. */
export async function recordStart(client: ClientBase, { name, checksum }: Migration): Promise<string> {
  const id = randomUUID();
  // The time of the statement, not of the transaction, lest all migrations of one start seem to take no time.
  await client.query(
    'INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, clock_timestamp())',
    [id, checksum, name],
  );
  return id;
}

/** Records that the migration's script, one step for Prisma, went through. */
export async function recordSuccess(client: ClientBase, id: string): Promise<void> {
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

/** Records what the server said; until an operator resolves it, Prisma and Berth apply nothing more. */
export async function recordFailure(client: ClientBase, migration: Migration, logs: string): Promise<void> {
  const id = await recordStart(client, migration);
  await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, logs]);
}
