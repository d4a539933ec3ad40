// What takes longer than `npm test` may: the files of jest.long.config.js two at a time, then those of
// jest.alone.config.js one by one. Arguments go to Jest: `npm run test:long -- outages`. Exit code 1 when a test
// failed.
import { spawnSync } from 'node:child_process';

const JEST = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--passWithNoTests'];

for (const config of ['jest.long.config.js', 'jest.alone.config.js']) {
  const args = [...JEST, '--config', config, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
