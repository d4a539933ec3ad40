import { provideAdminKey } from '#access';
import { Database } from '#database';
import type { Logger } from 'pino';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.js';
import { SYSTEM } from '../ground/caller/index.js';

/** The file of the data folder that has the first key; the operator deletes it or keeps it. */
export const ADMIN_KEY_FILE = 'admin.key';

/**
 * Sees that there is a key to begin with. One that is made is written into the data folder, for its owner alone to
 * read, and answered, to be shown once.
 */
export async function provideFirstKey(
  database: Database,
  { auth, dataDir, host }: Pick<Config, 'auth' | 'dataDir' | 'host'>,
  logger: Logger,
): Promise<string | undefined> {
  if (auth.mode === 'off') {
    logger.warn(
      { host },
      'BERTH_AUTH=off: every caller who reaches this machine may read, write and delete everything',
    );
    return undefined;
  }
  const keep = (key: string): Promise<void> => writeKey(join(dataDir, ADMIN_KEY_FILE), key);
  return provideAdminKey(database, SYSTEM, { given: auth.adminKey, keep });
}

/** As a new file: an existing one keeps its mode, and a process that has it open reads what is written into it. */
async function writeKey(path: string, key: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
}
