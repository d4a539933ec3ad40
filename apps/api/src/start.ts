import { join } from 'node:path';
import { openSigningKey, readSigningKey } from '#history';
import { migrate, startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from './config.js';
import { keepHouse, signCheckpoints, SYSTEM } from './housekeeping.js';
import { createServices, type Services, type ServiceSettings } from './services.js';

/** A service that answers. */
export interface RunningBerth {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  readonly services: Services;
  /** Takes no new requests, finishes those under way, then stops the database too if it is its own. */
  stop(): Promise<void>;
}

/** How often the house is kept. */
const HOUSEKEEPING_MS = 60_000;

/** How often decisions are indexed: a look at the heads of clusters where there is nothing to do. */
const INDEX_MS = 5_000;

/** How long requests and runs may go on after the stop: less than the 30 s after which a container is killed. */
const GRACE_MS = 20_000;
const SWEEP_MS = 50;

/**
 * Starts the embedded database if there is no other, migrates, and listens. `onDatabaseLost` is told when the embedded database
 * ended and does not come back. @throws when one of these cannot be.
 */
export async function start(
  config: Config,
  logger: Logger,
  onDatabaseLost: () => void = () => undefined,
): Promise<RunningBerth> {
  const embedded = config.databaseUrl === undefined ? await startDatabase(config, logger, onDatabaseLost) : undefined;
  try {
    const { services, close } = await serve(config, { url: config.databaseUrl ?? embedded?.url ?? '', logger });
    const stop = async (): Promise<void> => {
      await close.stop();
      await embedded?.stop();
    };
    let stopped: Promise<void> | undefined;
    return { url: close.url, services, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function startDatabase(config: Config, logger: Logger, onLost: () => void): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => {
      logger.debug({ from: 'postgres' }, line);
    },
    onExit: (exit) => {
      logger.error(exit, 'the embedded PostgreSQL ended by itself');
      if (!exit.restarting) onLost();
    },
  });
}

interface Listening {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function serve(
  config: Config,
  { url, logger }: { readonly url: string; readonly logger: Logger },
): Promise<{ services: Services; close: Listening }> {
  await migrate({
    url,
    log: (line) => {
      logger.info(line);
    },
  });
  const services = createServices(url, logger, {
    warmMemoryBytes: config.warmMemoryBytes,
    signing: await signingOf(config),
    archiving: archivingOf(config),
  });
  try {
    await services.lease.acquire();
    return { services, close: await listen(config, services, logger) };
  } catch (error) {
    await release(services);
    throw error;
  }
}

/** What stands in the data folder beside the database, so that who holds the one does not hold the other. */
async function signingOf({ dataDir, signingKeyFile }: Config): Promise<NonNullable<ServiceSettings['signing']>> {
  const key =
    signingKeyFile === undefined
      ? await openSigningKey(join(dataDir, 'signing-key.pem'))
      : await readSigningKey(signingKeyFile);
  return { key, notesFolder: join(dataDir, 'checkpoints') };
}

function archivingOf({ dataDir, retention }: Config): NonNullable<ServiceSettings['archiving']> {
  return { folder: join(dataDir, 'archive'), keep: retention };
}

async function listen(config: Config, services: Services, logger: Logger): Promise<Listening> {
  await keepHouse(services, logger);
  const app = await createApp({ config, services, logger });
  await app.listen({ port: config.port, host: config.host });
  const timer = setInterval(() => void keepHouse(services, logger), HOUSEKEEPING_MS);
  const signing = setInterval(() => void signCheckpoints(services, logger), config.checkpointIntervalMs);
  const indexing = setInterval(() => void indexDecisions(services, logger), INDEX_MS);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    clearInterval(signing);
    clearInterval(indexing);
    await services.decisionIndex.stop();
    // Runs that somebody waits for keep their request open: both end together, or are cut off together.
    await Promise.all([closeWithin(app, GRACE_MS), services.scheduling.settle({ graceMs: GRACE_MS })]);
    await services.scheduling.settle({ graceMs: 0 });
    await release(services);
  };
  return { url: shownUrl(await app.getUrl()), stop };
}

/** Takes no new requests and finishes those under way; whoever takes longer than that loses the connection. */
async function closeWithin(app: NestFastifyApplication, graceMs: number): Promise<void> {
  const server = app.getHttpServer();
  // A connection that was answered after the stop began would be kept alive until its own time-out.
  const sweeping = setInterval(() => {
    server.closeIdleConnections();
  }, SWEEP_MS);
  const impatience = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweeping);
    clearTimeout(impatience);
  }
}

async function release({ lease, database }: Services): Promise<void> {
  await lease.release();
  await database.close();
}

async function indexDecisions({ decisionIndex }: Services, logger: Logger): Promise<void> {
  try {
    await decisionIndex.tidy(SYSTEM);
  } catch (error) {
    logger.warn({ err: error }, 'indexing decisions has to wait');
  }
}

function shownUrl(url: string): string {
  return url.replace('[::1]', 'localhost').replace(/\/$/, '');
}
