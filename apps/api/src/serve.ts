import { asksToMigrate, asksToPrint } from './boot/arguments.js';
import { readConfig, type Config } from './boot/config.js';
import { ADMIN_KEY_FILE } from './boot/first-key.js';
import { createLogger } from './boot/logger.js';
import { boundHeaps } from './boot/memory.js';
import { migrateAlone } from './boot/migrate-alone.js';
import { ownKey } from './boot/own-key.js';
import { seedDemo } from './boot/seed-demo.js';
import { start, type RunningBerth } from './boot/start.js';
import { startProblem } from './boot/start-problem.js';

try {
  const printed = asksToPrint(process.argv.slice(2), process.env);
  if (printed !== undefined) {
    process.stdout.write(`${printed}\n`);
    process.exit(0);
  }
  const config = readConfig(process.env);
  boundHeaps(config.memory);
  const logger = createLogger(config.logLevel);
  if (asksToMigrate(process.argv.slice(2))) {
    process.stdout.write(await migrateAlone(config, logger));
    process.exit(0);
  }
  const berth = await start(config, logger);
  stopOnSignal(berth);
  process.stdout.write(readyText(berth, config));
  if (config.demo) await seedDemo({ url: berth.url, key: ownKey(config) }, logger);
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
}

function readyText({ url, httpsUrl, adminKey }: RunningBerth, { dataDir, auth }: Config): string {
  return [
    'Berth is ready.',
    `  Web page   ${url}/ui/`,
    `  GraphQL    ${url}/graphql`,
    `  REST docs  ${url}/docs`,
    `  Health     ${url}/readyz`,
    ...(httpsUrl === undefined ? [] : [`  HTTPS      ${httpsUrl}`]),
    ...(adminKey === undefined ? [] : [`  Admin key  ${adminKey} (shown once; also in ${dataDir}/${ADMIN_KEY_FILE})`]),
    ...(auth.mode === 'off'
      ? ['  BERTH_AUTH=off: callers do not authenticate. Every caller here has all permissions.']
      : []),
    '',
  ].join('\n');
}

/** Ctrl-C at `npm start` comes twice, from the terminal and from npm: what has begun to stop is not ended by it. */
function stopOnSignal(berth: RunningBerth): void {
  const stop = (): void => {
    berth.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Berth did not stop cleanly: ${startProblem(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
