import { join } from 'node:path';
import { NoteFiles, recordKeyChange } from '#history';
import { Database, Lease, startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import { ClockDriver, ObservationDriver } from '#scheduling';
import { loadPlugins } from '#plugin-host';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from '../app.js';
import { TlsListener } from '../resources/tls/index.js';
import { Identity, SYSTEM } from '../ground/caller/index.js';
import type { Config } from './config.js';
import { provideDataFolder } from './data-folder.js';
import { provideFirstKey } from './first-key.js';
import { Maintenance } from './maintenance.js';
import { preparedContext, spansOf, type KnownContext, type PreparedContext } from './prepared-context.js';
import { startJobs } from './start-jobs.js';
import { stop } from './stop.js';
import { serveTls } from './serve-tls.js';
import { SchedulingWorkers } from './workers/index.js';

/** A service that answers. */
export interface RunningBerth {
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  /** The same over HTTPS, where that is served. */
  readonly httpsUrl: string | undefined;
  /** The first key, where this start made it: to be shown once. */
  readonly adminKey: string | undefined;
  /** Takes no new requests, finishes those under way, then stops the database too if it is its own. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded database if there is no other, migrates, and listens.
 * @throws when one of these cannot be.
 */
export async function start(config: Config, logger: Logger): Promise<RunningBerth> {
  const plugins = await loadPlugins(config.plugins);
  for (const { path, digest, description } of plugins)
    logger.info({ plugin: description.name, path, source: digest }, 'a plugin of the operator may be named');
  await provideDataFolder(config.dataDir);
  const spans = await spansOf(config, logger);
  const embedded = config.databaseUrl === undefined ? await startDatabase(config, logger) : undefined;
  try {
    const { app, adminKey } = await serve({
      config,
      logger,
      plugins,
      databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
      databaseOutage: () => embedded?.outage,
    });
    const https = app.get(TlsListener).port;
    const stopAll = async (): Promise<void> => {
      app.get(TlsListener).close();
      await stop(app);
      await embedded?.stop();
      await spans?.stop();
    };
    let stopped: Promise<void> | undefined;
    const url = shownUrl(await app.getUrl());
    const httpsUrl = https === null ? undefined : `https://${new URL(url).hostname}:${https}`;
    return { url, httpsUrl, adminKey, stop: () => (stopped ??= stopAll()) };
  } catch (error) {
    await embedded?.stop();
    await spans?.stop();
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
      logger.error(exit, 'the embedded PostgreSQL ended and is restarted');
    },
    onFailedStart: (error, delayMs) => {
      logger.error({ err: error, delayMs }, 'the embedded PostgreSQL could not be restarted; the restart is retried');
    },
  });
}

async function serve(
  known: KnownContext,
): Promise<{ readonly app: NestFastifyApplication; readonly adminKey: string | undefined }> {
  const { config, logger } = known;
  const context = await preparedContext(known);
  const { signing } = context;
  const app = await createApp(context);
  try {
    const maintenance = app.get(Maintenance);
    await app.get(Lease).acquire();
    await maintenance.prepare();
    if (config.newSigningKey) await sayNewKey(app.get(Database), { signing, logger });
    const adminKey = await provideFirstKey(app.get(Database), config, logger);
    app.get(Identity).start();
    await app.listen({ port: config.port, host: config.host });
    await serveTls(app.get(TlsListener), app.getHttpServer(), config);
    app.get(SchedulingWorkers).start();
    maintenance.start();
    app.get(ClockDriver).start();
    app.get(ObservationDriver).start();
    if (config.doesJobs) await startJobs(app);
    return { app, adminKey };
  } catch (error) {
    await stop(app);
    throw error;
  }
}

async function sayNewKey(
  database: Database,
  { signing: { key, notesFolder }, logger }: { readonly signing: PreparedContext['signing']; readonly logger: Logger },
): Promise<void> {
  const clusters = await recordKeyChange(database, SYSTEM, { key, files: new NoteFiles(notesFolder) });
  if (clusters.length > 0)
    logger.warn(
      { clusters },
      'checkpoints are signed by another key from now on; the logs of these clusters record it',
    );
}

function shownUrl(url: string): string {
  return url.replace('[::1]', 'localhost').replace(/\/$/, '');
}
