import { Logger, runMigrations } from 'graphile-worker';

/** Where the package says what it does: nowhere, its failures are thrown. */
export const QUIET = new Logger(() => () => undefined);

/**
 * Creates or updates the schema `graphile_worker`, which belongs to the package. Several processes may call it at once.
 * `url` connects as the owner of the database.
 */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: QUIET });
}
