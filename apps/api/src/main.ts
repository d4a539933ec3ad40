import { asksToPrint } from './arguments.js';
import { readConfig } from './config.js';
import { createLogger } from './logger.js';
import { boundHeaps } from './memory.js';
import { seedDemo } from './seed-demo.js';
import { start, type RunningBerth } from './start.js';
import { startProblem } from './start-problem.js';

try {
  const printed = asksToPrint(process.argv.slice(2), process.env);
  if (printed !== undefined) {
    process.stdout.write(`${printed}\n`);
    process.exit(0);
  }
  const config = readConfig(process.env);
  boundHeaps(config.memory);
  const logger = createLogger(config.logLevel);
  const berth = await start(config, logger);
  stopOnSignal(berth);
  process.stdout.write(readyText(berth.url));
  if (config.demo) await seedDemo(berth.url, logger);
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
}

function readyText(url: string): string {
  return [
    'Berth is ready.',
    `  Web page   ${url}/ui/`,
    `  GraphQL    ${url}/graphql`,
    `  REST docs  ${url}/docs`,
    `  Health     ${url}/readyz`,
    '',
  ].join('\n');
}

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
  process.once('SIGTERM', stop).once('SIGINT', stop);
}
