// `npm run check`, `npm test` and `npm run test:web`, as a user runs them, and one line that counts them all:
// `N passed, N failed`. Exit code 1 when anything failed, also when a command ended before it could count. The browser
// of the last one is Debian's, installed here where it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENVIRONMENT = { ...process.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: '0', npm_config_color: 'false' };

function npm(args, stdio) {
  return spawnSync('npm', args, { env: ENVIRONMENT, stdio, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Counts the last line of `npm run check`. */
function check() {
  const run = npm(['run', 'check'], ['ignore', 'pipe', 'inherit']);
  process.stdout.write(run.stdout ?? '');
  const counted = /^check: (\d+) passed, (\d+) failed$/m.exec(run.stdout ?? '');
  return honest({ passed: Number(counted?.[1] ?? 0), failed: Number(counted?.[2] ?? 0) }, run.status);
}

/** Counts jest's own report; a spec file that could not be run is a failure too. */
function test(script) {
  const folder = mkdtempSync(join(tmpdir(), 'berth-ci-'));
  try {
    const report = join(folder, 'report.json');
    const { status } = npm(['run', script, '--', '--json', `--outputFile=${report}`], ['ignore', 'inherit', 'inherit']);
    return honest(countReport(report), status);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function countReport(path) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(path, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  } catch (error) {
    console.error(`the tests ended without a report: ${error.message}`);
    return { passed: 0, failed: 0 };
  }
}

/** A command that failed without saying what counts as one failure. */
function honest({ passed, failed }, status) {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

function provideChromium() {
  if (process.env.BERTH_CHROMIUM !== undefined || existsSync('/usr/bin/chromium')) return;
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']])
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...ENVIRONMENT, DEBIAN_FRONTEND: 'noninteractive' } });
}

const results = [check(), test('test')];
provideChromium();
results.push(test('test:web'));
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
