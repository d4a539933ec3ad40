import { join } from 'node:path';
import { openSigningKey, readSigningKey } from '#history';
import { Lease, migrate, startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from './config.js';
import { Housekeeping } from './housekeeping.js';
import { stop } from './stop.js';
import type { Surroundings } from './surroundings.js';
import { Deciding } from './threads/index.js';

/** A service that answers. */
export interface RunningBerth {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  /** Takes no new requests, finishes those under way, then stops the database too if it is its own. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded database if there is no other, migrates, and listens.
 * @throws when one of these cannot be.
 */
export async function start(config: Config, logger: Logger): Promise<RunningBerth> {
  const embedded = config.databaseUrl === undefined ? await startDatabase(config, logger) : undefined;
  try {
    const app = await serve(config, logger, config.databaseUrl ?? embedded?.url ?? '');
    const stopAll = async (): Promise<void> => {
      await stop(app);
      await embedded?.stop();
    };
    let stopped: Promise<void> | undefined;
    return { url: shownUrl(await app.getUrl()), stop: () => (stopped ??= stopAll()) };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function startDatabase(config: Config, logger: Logger): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => {
      logger.debug({ from: 'postgres' }, line);
    },
    onExit: (exit) => {
      logger.error(exit, 'the embedded PostgreSQL ended by itself: it is started again');
    },
    onFailedStart: (error, delayMs) => {
      logger.error({ err: error, delayMs }, 'the embedded PostgreSQL could not be started again: the next try comes');
    },
  });
}

async function serve(config: Config, logger: Logger, databaseUrl: string): Promise<NestFastifyApplication> {
  await migrate({
    url: databaseUrl,
    log: (line) => {
      logger.info(line);
    },
  });
  const app = await createApp({ config, logger, databaseUrl, signing: await signingOf(config) });
  try {
    const housekeeping = app.get(Housekeeping);
    await app.get(Lease).acquire();
    await housekeeping.prepare();
    await app.listen({ port: config.port, host: config.host });
    app.get(Deciding).start();
    housekeeping.start();
    return app;
  } catch (error) {
    await stop(app);
    throw error;
  }
}

/** What stands in the data folder beside the database, so that who holds the one does not hold the other. */
async function signingOf({ dataDir, signingKeyFile }: Config): Promise<Surroundings['signing']> {
  const key =
    signingKeyFile === undefined
      ? await openSigningKey(join(dataDir, 'signing-key.pem'))
      : await readSigningKey(signingKeyFile);
  return { key, notesFolder: join(dataDir, 'checkpoints') };
}

function shownUrl(url: string): string {
  return url.replace('[::1]', 'localhost').replace(/\/$/, '');
}
