// Changes the scheduler's plugins in thousands of small ways and tells which changes no spec notices. Takes a quarter
// of an hour, and has a package.json of its own; a part of it: `npm run test:mutation -- --mutate
// 'libs/scheduler/src/plugins/node-name/*.ts'`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));
const STRYKER = join(HERE, 'node_modules/@stryker-mutator/core/bin/stryker.js');

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(STRYKER)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], HERE);
// A spec that is changed says nothing.
const given = process.argv
  .slice(2)
  .map((argument, index, all) => (all[index - 1] === '--mutate' ? `${argument},!**/*.spec.ts` : argument));
run(process.execPath, [STRYKER, 'run', 'tools/mutation/stryker.config.json', ...given], ROOT);
