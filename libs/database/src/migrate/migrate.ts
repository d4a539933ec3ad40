import pg from 'pg';
import { clientOptions, endClient } from '../connection/index.js';
import { POSTGRES_ERROR, postgresErrorCode } from '../error-codes.js';
import { isConnectionLost } from '../outage-reason.js';
import { MigrationError } from './migration-error.js';
import { MIGRATIONS_FOLDER, type Migration } from './migration-folder.js';
import { createRecords, readRecords, recordFailure, recordStart, recordSuccess } from './migration-records.js';
import { oldServerProblem } from './old-server-problem.js';
import { pendingMigrations } from './pending-migrations.js';

/** Which database is migrated, and by what. */
export interface MigrateOptions {
  /** Connects as the owner of the database. */
  readonly url: string;
  /** Folder in Prisma's format; the one of this checkout or image unless given. */
  readonly folder?: string;
  /** Receives each migration as it is applied. */
  readonly log?: (line: string) => void;
}

/** What a migrated database has got, in order. */
export interface Migrated {
  readonly applied: readonly string[];
}

/** The lock that Prisma's schema engine takes, so that its commands and Berth wait for each other. */
const PRISMA_LOCK = 72707369;
/** How long another process may be migrating while we wait. */
const WAIT_FOR_MIGRATOR = '15min';
/**
 * A change of a table waits for its readers and keeps later ones waiting; better to give up than to stand in the way.
 */
const WAIT_FOR_TABLE = '20s';
/** Classes of SQLSTATE that say nothing about the script: connection, rollback, resources, locks, operator, system. */
const PASSING_CLASSES = new Set(['08', '40', '53', '55', '57', '58']);

/**
 * Applies the migrations that the database lacks, each once and whole or not at all, in the format and with the records
 * of `prisma migrate deploy`. Several processes may call it at once: one migrates, the others wait.
 * @throws MigrationError when the database refuses it or is not one for this Berth; nothing half-done is left
 */
export async function migrate({
  url,
  folder = MIGRATIONS_FOLDER,
  log = () => undefined,
}: MigrateOptions): Promise<Migrated> {
  const client = await connect(url);
  try {
    await refuseOldServer(client);
    await client.query(
      'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout ' +
        `= '${WAIT_FOR_MIGRATOR}'`,
    );
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await client.query(`SET lock_timeout = '${WAIT_FOR_TABLE}'`);
    await provideRecords(client);
    const pending = await pendingMigrations(client, folder);
    for (const migration of pending) {
      await apply(client, migration);
      log(`applied migration ${migration.name}`);
    }
    return { applied: pending.map(({ name }) => name) };
  } finally {
    // Also frees the advisory lock, which is the session's.
    await endClient(client);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(clientOptions(url, 'berth migrate'));
  // An event reports a connection that breaks while idle; the query after it fails by itself.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new MigrationError(`cannot connect to PostgreSQL at ${client.host}:${client.port}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
  );
  const problem = rows.map(oldServerProblem)[0];
  if (problem !== undefined) {
    throw new MigrationError(problem);
  }
}

/** Tables of other programs are not to be mixed with ours (as Prisma's P3005). */
async function provideRecords(client: pg.ClientBase): Promise<void> {
  if ((await readRecords(client)) !== undefined) {
    return;
  }
  const { rows } = await client.query<{ name: string }>(`SELECT current_database() AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm') LIMIT 1`);
  if (rows[0] !== undefined) {
    throw new MigrationError(
      `database ${rows[0].name} has tables that Berth did not make: name an empty database in DATABASE_URL`,
    );
  }
  try {
    await createRecords(client);
  } catch (error) {
    if (postgresErrorCode(error) !== POSTGRES_ERROR.insufficientPrivilege) throw error;
    throw new MigrationError(`the user of the database may not create tables in it: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * Script and record commit together: a process that is killed here leaves nothing, and the next start simply begins
 * anew. (Prisma records the start first, so that a kill leaves a failed migration for an operator to resolve.)
 */
async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    const id = await recordStart(client, migration);
    await client.query(migration.script);
    await recordSuccess(client, id);
    await client.query('COMMIT');
  } catch (error) {
    await fail(client, migration, error);
  }
}

async function fail(client: pg.ClientBase, migration: Migration, error: unknown): Promise<never> {
  const failure = new MigrationError(
    `migration ${migration.name} failed, and nothing of it was kept: ${describe(error)}`,
    { cause: error },
  );
  if (!isTheScriptsFault(error)) {
    throw failure;
  }
  await client.query('ROLLBACK');
  await recordFailure(client, migration, describe(error));
  throw failure;
}

function isTheScriptsFault(error: unknown): boolean {
  const code = postgresErrorCode(error);
  // The user may do it after an operator has granted the privilege.
  if (code === undefined || code === POSTGRES_ERROR.insufficientPrivilege) return false;
  return !isConnectionLost(error) && !PASSING_CLASSES.has(code.slice(0, 2));
}

function describe(error: unknown): string {
  const code = postgresErrorCode(error);
  const { detail, where } = (error ?? {}) as { detail?: string; where?: string };
  return [code === undefined ? messageOf(error) : `${messageOf(error)} (SQLSTATE ${code})`, detail, where]
    .filter((part) => part !== undefined)
    .join('\n');
}

/** Connecting to a name with several addresses fails with an AggregateError, whose own message is empty. */
function messageOf(error: unknown): string {
  const { message, errors } = (error ?? {}) as { message?: string; errors?: unknown[] };
  return message !== undefined && message !== ''
    ? message
    : errors === undefined
      ? String(error)
      : messageOf(errors[0]);
}
