import { join } from 'node:path';
import { DEFAULT_TEAM_ID, type Caller } from '#cluster';
import { migrate, startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from './config.js';
import { createServices, type Services } from './services.js';

/** A service that answers. */
export interface RunningBerth {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  readonly services: Services;
  /** Takes no new requests, finishes those under way, then stops the database too if it is its own. */
  stop(): Promise<void>;
}

/** How often runs of dead processes are ended and expired dry runs are removed. */
const TIDY_MS = 60_000;

/** On whose behalf the service itself acts. */
export const SYSTEM: Caller = { team: DEFAULT_TEAM_ID, actor: 'berth', principal: 'system', requestId: 'start', client: 'berth', reason: '' };

/** Starts the embedded database if there is no other, migrates, and listens. @throws when one of these cannot be. */
export async function start(config: Config, logger: Logger): Promise<RunningBerth> {
  const embedded = config.databaseUrl === undefined ? await startDatabase(config, logger) : undefined;
  try {
    const { services, close } = await serve(config, { url: config.databaseUrl ?? embedded?.url ?? '', logger });
    const stop = async (): Promise<void> => {
      await close.stop();
      await embedded?.stop();
    };
    return { url: close.url, services, stop };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function startDatabase(config: Config, logger: Logger): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log: (line) => { logger.debug({ from: 'postgres' }, line); },
    onExit: (exit) => { logger.error(exit, 'the embedded PostgreSQL ended by itself'); },
  });
}

async function serve(config: Config, { url, logger }: { readonly url: string; readonly logger: Logger }): Promise<{ services: Services; close: { url: string; stop: () => Promise<void> } }> {
  await migrate({ url, log: (line) => { logger.info(line); } });
  const services = createServices(url, logger);
  await services.lease.acquire();
  await tidy(services, logger);
  const timer = setInterval(() => void tidy(services, logger), TIDY_MS);
  const app = await createApp({ config, services, logger });
  await app.listen({ port: config.port, host: config.host });
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await app.close();
    await services.scheduling.settle();
    await services.lease.release();
    await services.database.close();
  };
  return { services, close: { url: shownUrl(await app.getUrl()), stop } };
}

async function tidy(services: Services, logger: Logger): Promise<void> {
  try {
    const { failed } = await services.scheduling.tidy(SYSTEM);
    if (failed.length > 0) logger.warn({ runs: failed }, 'runs of a process that is gone have ended as failed');
  } catch (error) {
    logger.warn({ err: error }, 'tidying up has to wait');
  }
}

function shownUrl(url: string): string {
  return url.replace('[::1]', 'localhost').replace(/\/$/, '');
}
