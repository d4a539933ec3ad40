import { migrate, requireWall } from '#database';
import { migrateJobs } from '#jobs';
import type { Logger } from 'pino';
import { ArgumentError } from './arguments.js';
import type { Config } from './config.js';

/**
 * Applies the migrations that the database of DATABASE_URL lacks, as a step of its own before a release; answers what
 * it did, in words.
 *
 * @throws ArgumentError without DATABASE_URL: the embedded database is migrated by the service that starts it.
 * @throws MigrationError when the database refuses, or a newer Berth migrated it.
 */
export async function migrateAlone({ databaseUrl: url }: Config, logger: Logger): Promise<string> {
  if (url === undefined)
    throw new ArgumentError('--migrate needs DATABASE_URL. The service migrates its embedded database when it starts.');
  const { applied } = await migrate({
    url,
    log: (line) => {
      logger.info(line);
    },
  });
  await migrateJobs(url);
  await requireWall(url);
  return applied.length === 0 ? 'The database has all migrations.\n' : `Applied ${applied.length} migrations.\n`;
}
