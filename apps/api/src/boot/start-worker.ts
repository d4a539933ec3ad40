import { Lease } from '#database';
import { loadPlugins } from '#plugin-host';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { Metrics } from '../resources/metrics/index.js';
import type { Config } from './config.js';
import { provideDataFolder } from './data-folder.js';
import { createFaults, Instruments } from './instruments.js';
import { preparedContext, spansOf } from './prepared-context.js';
import { ServicesModule } from './services.module.js';
import { startJobs } from './start-jobs.js';
import { stopServices } from './stop.js';

/** A process that only does jobs, and answers no requests. */
export interface RunningWorker {
  /** Begins no more jobs, and gives up those that do not end soon: another process begins them again. */
  stop(): Promise<void>;
}

/**
 * Starts a process that does jobs, beside any number of others on the same database: the services without the doors,
 * which are not loaded.
 * @throws when the database cannot be reached or migrated
 */
export async function startWorker(config: Config, logger: Logger): Promise<RunningWorker> {
  const plugins = await loadPlugins(config.plugins);
  await provideDataFolder(config.dataDir);
  const spans = await spansOf(config, logger);
  const context = await preparedContext({ config, logger, plugins, databaseUrl: config.databaseUrl ?? '' });
  const app = await NestFactory.createApplicationContext(
    ServicesModule.in(context, new Instruments({ faults: createFaults(logger), metrics: new Metrics() })),
    { logger: false, abortOnError: false },
  );
  const stopAll = async (): Promise<void> => {
    await stopServices(app);
    await spans?.stop();
  };
  try {
    await app.get(Lease).acquire();
    // The threads start when a job needs them.
    await startJobs(app);
  } catch (error) {
    await stopAll();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= stopAll()) };
}
