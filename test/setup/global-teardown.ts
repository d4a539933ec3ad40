import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seedOfCases } from './cases.js';
import { endWorker } from './end-of-worker.js';
import { findKeys, tellOf } from './find-keys.js';
import { processorSeconds } from './jest/measured-circus.js';
import { slowestFiles } from './jest/slowest-files.js';
import { begunAgain, lateErrors } from './lost-failures.js';
import { RUN_FOLDER } from './run-folder.js';
import { keptForTeardown } from './running-server.js';

/**
 * Once per test run, after the last spec, whatever its outcome.
 * @throws Error when a key stands in what services said, which is kept then, or when an error came between two files
 */
export default async function globalTeardown(): Promise<void> {
  const running = keptForTeardown();
  if (running === undefined) return;
  const { server, dataDir, folder, saidDir } = running;
  await endWorker();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  for (const name of readdirSync(folder).filter((one) => join(folder, one) !== saidDir))
    rmSync(join(folder, name), { recursive: true, force: true });
  process.stdout.write(`${slowestFiles()}processor time of the run: ${processorSeconds().toFixed(0)} s\n`);
  process.stdout.write(`seed of generated cases: CASES_SEED=${seedOfCases()}\n`);
  // What is printed from here on says what was found.
  process.env[RUN_FOLDER] = '';
  const search = await findKeys(saidDir);
  if (search.found.length > 0) throw new Error(tellOf(search, saidDir));
  for (const path of begunAgain(saidDir)) process.stdout.write(`begun again, because its worker ended: ${path}\n`);
  const late = lateErrors(saidDir);
  if (late.length > 0) throw new Error(late.join('\n'));
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`keys: none of ${search.keys} in ${search.lines} lines of logs, errors and output\n`);
}
