import { rmSync } from 'node:fs';
import { findKeys, tellOf } from './find-keys.js';
import { RUN_FOLDER } from './run-folder.js';
import { keptForTeardown } from './running-server.js';

/**
 * Once per test run, after the last spec, whatever its outcome.
 * @throws Error when a key stands in what services said: that is kept then
 */
export default async function globalTeardown(): Promise<void> {
  const running = keptForTeardown();
  if (running === undefined) return;
  const { server, dataDir, saidDir } = running;
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  // What is printed from here on says what was found.
  process.env[RUN_FOLDER] = '';
  const search = await findKeys(saidDir);
  if (search.found.length > 0) throw new Error(tellOf(search, saidDir));
  rmSync(saidDir, { recursive: true, force: true });
  process.stdout.write(`keys: none of ${search.keys} in ${search.lines} lines of logs, errors and output\n`);
}
