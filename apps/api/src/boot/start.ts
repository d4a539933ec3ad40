import { join } from 'node:path';
import { confirmSigningKey, NoteFiles, recordKeyChange } from '#history';
import { Database, Lease, migrate, requireWall, startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import { ClockDriver, ObservationDriver } from '#scheduling';
import { JobRunner, migrateJobs, RecurringJobs } from '#jobs';
import { ScheduleJobs } from '#schedules';
import { startSpans, type RunningSpans } from '#spans';
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
import { stop } from './stop.js';
import type { ServiceContext } from './context.js';
import { provideSecretsKey } from './secrets-key.js';
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

/** An unreachable collector is reported in the log, and to no caller. */
async function spansOf({ spans }: Config, logger: Logger): Promise<RunningSpans | undefined> {
  const lost = (problem: string): void => {
    logger.warn({ problem }, 'spans could not be exported');
  };
  return spans && (await startSpans(spans, lost));
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

/** A process that only does jobs, and answers no requests. */
export interface RunningWorker {
  /** Begins no more jobs, and gives up those that do not end soon: another process begins them again. */
  stop(): Promise<void>;
}

/**
 * Starts a process that does jobs, beside any number of others on the same database.
 * @throws when the database cannot be reached or migrated
 */
export async function startWorker(config: Config, logger: Logger): Promise<RunningWorker> {
  const plugins = await loadPlugins(config.plugins);
  await provideDataFolder(config.dataDir);
  const spans = await spansOf(config, logger);
  const { app } = await created({ config, logger, plugins, databaseUrl: config.databaseUrl ?? '' });
  const stopAll = async (): Promise<void> => {
    await stop(app);
    await spans?.stop();
  };
  try {
    await app.get(Lease).acquire();
    await app.init();
    app.get(SchedulingWorkers).start();
    await startJobs(app);
  } catch (error) {
    await stopAll();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stopAll()) };
}

/** The application, and what it signs with. */
interface Created {
  readonly app: NestFastifyApplication;
  readonly signing: Required<ServiceContext['signing']>;
}

/** The application over a database that is migrated. */
async function created(known: Omit<ServiceContext, 'signing' | 'secretsKey'>): Promise<Created> {
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
  return { app: await createApp({ ...known, signing, secretsKey }), signing };
}

async function serve(
  known: Omit<ServiceContext, 'signing' | 'secretsKey'>,
): Promise<{ readonly app: NestFastifyApplication; readonly adminKey: string | undefined }> {
  const { config, logger } = known;
  const { app, signing } = await created(known);
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

/** Times that passed while no process did jobs are due at once. */
async function startJobs(app: NestFastifyApplication): Promise<void> {
  await app.get(ScheduleJobs).recover();
  await app.get(RecurringJobs).begin();
  await app.get(JobRunner).start();
}

/** What stands in the data folder beside the database, so that a holder of one does not hold the other. */
async function signingOf(
  { dataDir, signingKeyFile, newSigningKey: mayChange }: Config,
  url: string,
): Promise<Required<ServiceContext['signing']>> {
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

async function sayNewKey(
  database: Database,
  {
    signing: { key, notesFolder },
    logger,
  }: { readonly signing: Required<ServiceContext['signing']>; readonly logger: Logger },
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
