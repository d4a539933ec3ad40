import { ConfigError, readConfig } from '../../api/src/boot/config.js';
import { createLogger } from '../../api/src/boot/logger.js';
import { boundHeaps } from '../../api/src/boot/memory.js';
import { startProblem } from '../../api/src/boot/start-problem.js';
import { startWorker } from '../../api/src/boot/start-worker.js';

try {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined)
    throw new ConfigError(['DATABASE_URL: a worker needs the database of the API processes']);
  boundHeaps(config.memory);
  const worker = await startWorker(config, createLogger(config.logLevel));
  const stop = (): void => {
    worker.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The worker did not stop cleanly: ${startProblem(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.stdout.write('The worker does the jobs that are due.\n');
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
}
