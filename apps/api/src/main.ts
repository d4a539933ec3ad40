import { destination, pino } from 'pino';
import { ConfigError, readConfig } from './config.js';
import { seedDemo } from './demo/seed-demo.js';
import { start } from './start.js';

try {
  const config = readConfig(process.env);
  // People read stdout, machines read the log.
  const logger = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination(2));
  const berth = await start(config, logger);
  process.stdout.write([
    'Berth is ready.',
    `  GraphQL    ${berth.url}/graphql`,
    `  REST docs  ${berth.url}/docs`,
    `  Health     ${berth.url}/readyz`,
    '',
  ].join('\n'));
  const stop = (signal: NodeJS.Signals): void => {
    logger.info({ signal }, 'stopping');
    berth.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  if (config.demo) await seedDemo(berth.url, logger);
} catch (error) {
  const known = error instanceof ConfigError || (error instanceof Error && /^(MigrationError|EmbeddedPostgresError)$/.test(error.name));
  process.stderr.write(`${known ? (error).message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
