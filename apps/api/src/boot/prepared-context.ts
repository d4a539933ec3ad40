import { join } from 'node:path';
import { Database, migrate, requireWall } from '#database';
import { confirmSigningKey, NoteFiles } from '#history';
import { migrateJobs } from '#jobs';
import { startSpans, type RunningSpans } from '#spans';
import type { Logger } from 'pino';
import { SYSTEM } from '../ground/caller/index.js';
import type { Config } from './config.js';
import type { ServiceContext } from './context.js';
import { provideSecretsKey } from './secrets-key.js';

/** What a start knows before the database is migrated. */
export type KnownContext = Omit<ServiceContext, 'signing' | 'secretsKey'>;

/** All that the application is made from. */
export interface PreparedContext extends ServiceContext {
  readonly signing: Required<ServiceContext['signing']>;
}

/** Migrates the database, and reads the keys or makes them. @throws when the database cannot be reached or migrated */
export async function preparedContext(known: KnownContext): Promise<PreparedContext> {
  const { config, logger, databaseUrl } = known;
  await migrate({
    url: databaseUrl,
    log: (line) => {
      logger.info(line);
    },
  });
  await migrateJobs(databaseUrl);
  await requireWall(databaseUrl);
  const signing = await signingOf(config, databaseUrl);
  const secretsKey = await provideSecretsKey(config.secretsKeyFile ?? join(config.dataDir, 'secrets.key'), {
    mayMake: config.secretsKeyFile === undefined,
  });
  return { ...known, signing, secretsKey };
}

/** An unreachable collector is reported in the log, and to no caller. */
export async function spansOf({ spans }: Config, logger: Logger): Promise<RunningSpans | undefined> {
  const lost = (problem: string): void => {
    logger.warn({ problem }, 'spans could not be exported');
  };
  return spans && (await startSpans(spans, lost));
}

/** What stands in the data folder beside the database, so that a holder of one does not hold the other. */
async function signingOf(
  { dataDir, signingKeyFile, newSigningKey: mayChange }: Config,
  url: string,
): Promise<PreparedContext['signing']> {
  const notesFolder = join(dataDir, 'checkpoints');
  const database = new Database({ url, poolSize: 1 });
  try {
    const key = await confirmSigningKey(database, SYSTEM, {
      path: signingKeyFile ?? join(dataDir, 'signing-key.pem'),
      mayMake: signingKeyFile === undefined,
      mayChange,
      files: new NoteFiles(notesFolder),
    });
    return { key, notesFolder };
  } finally {
    await database.close();
  }
}
