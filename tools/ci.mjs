// Everything a change has to pass, in a fresh checkout: `npm start`, beside it the commands of the Dockerfile, and
// while that service runs `npm test`; then `npm run test:web`, the orders of tools/ci/orders.mjs and `npm run check`,
// two at a time. The last line counts it all, an order as one: `N passed, N failed`. Exit code 1 when anything failed,
// also when a command ended before it could count. The browser is Debian's, installed here where it is missing.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atOnce } from './at-once.mjs';
import { changedSince, freshCheckout } from './ci/checkouts.mjs';
import { ANY_PORT, image, installNodes, nonsense, ordersApart, SECOND_STARTS, secondStart } from './ci/orders.mjs';
import { run } from './ci/programs.mjs';
import { mustKnowItsKey, startService } from './ci/services.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BEGUN = performance.now();

const sum = { passed: 0, failed: 0 };

/** Says what a part came to, with its output where that is wanted, and counts it. */
function count(name, { passed, failed, begun, output = '' }) {
  sum.passed += passed;
  sum.failed += failed;
  const [took, at] = [begun, BEGUN].map((from) => ((performance.now() - from) / 1000).toFixed(0));
  console.log(
    `${output}${failed > 0 ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed (${took} s, at ${at} s)`,
  );
}

/** One of the orders. Resolves to what it does; undefined when it failed. */
async function order(name, action) {
  const begun = performance.now();
  try {
    const result = await action();
    count(name, { passed: 1, failed: 0, begun });
    return result;
  } catch (error) {
    count(name, { passed: 0, failed: 1, begun, output: `${error.message}\n` });
  }
}

/** Counts the last line of `npm run check`. */
async function check(checkout) {
  const begun = performance.now();
  const { status, output } = await run('npm', ['run', 'check'], { cwd: checkout });
  const [, passed = 0, failed = 0] = /^check: (\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  count('npm run check', { ...honest({ passed: Number(passed), failed: Number(failed) }, status), begun, output });
}

/** Counts jest's own report; a spec file that could not be run is a failure too. */
async function test(checkout, script, { env, report, isShown, workers }) {
  const begun = performance.now();
  const stdio = isShown ? ['ignore', 'inherit', 'inherit'] : undefined;
  const args = ['run', script, '--', '--json', `--outputFile=${report}`];
  if (workers !== undefined) args.push(`--maxWorkers=${workers}`);
  const { status, output } = await run('npm', args, { cwd: checkout, env, stdio });
  count(`npm run ${script}`, { ...honest(countReport(report), status), begun, output });
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

async function provideChromium() {
  if (process.env.BERTH_CHROMIUM !== undefined || existsSync('/usr/bin/chromium')) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const { status, output } = await run('apt-get', args, { env });
    if (status !== 0) console.error(output);
  }
}

/** The whole suite, while a service runs in the same checkout and everything is set to nonsense. */
async function testBesideService(checkout, folder) {
  const service = await order('npm start in a fresh clone', () => startService(checkout, { env: ANY_PORT }));
  if (service !== undefined)
    for (const [name, how] of SECOND_STARTS)
      await order(name, () => secondStart(checkout, { url: service.url, folder }, how));
  const begun = Date.now();
  await test(checkout, 'test', { env: nonsense(checkout, folder), report: join(folder, 'test.json'), isShown: true });
  await order('npm test changes nothing in the checkout but dist', () => {
    const changed = changedSince(begun, checkout);
    if (changed.length > 0) throw new Error(changed.slice(0, 20).join('\n'));
  });
  if (service === undefined) return;
  await order('the service has run beside npm test', () => mustKnowItsKey(checkout, service.url));
  await order('Ctrl-C ends npm start and its database', service.stop);
}

const folder = mkdtempSync(join(tmpdir(), 'berth-ci-'));
try {
  // Entered by the ordinary user of one of the orders.
  chmodSync(folder, 0o755);
  const checkout = join(folder, 'berth');
  freshCheckout(ROOT, checkout);
  const fetched = Promise.all([
    order('Node 20, 22 and 24 are there', () => installNodes(join(folder, 'nodes'))),
    provideChromium(),
  ]);
  // Packages are installed on one core, so two folders have theirs in little more time than one.
  const built = order('the commands of the Dockerfile, with nothing installed', () =>
    image({ root: ROOT, folder: join(folder, 'image') }),
  );
  await testBesideService(checkout, folder);
  const [nodes = []] = await fetched;
  await built;
  // Beside it another order has the other core.
  const web = {
    ...{ env: { BERTH_CHROMIUM: process.env.BERTH_CHROMIUM }, report: join(folder, 'web.json') },
    ...{ isShown: false, workers: 1 },
  };
  const apart = ordersApart({ root: ROOT, prepared: checkout, folder, nodes }).map(
    ([name, action]) =>
      () =>
        order(name, action),
  );
  // The longest first, and at the end what itself does two things at a time: no core is without work before that.
  await atOnce(2, [() => test(checkout, 'test:web', web), ...apart, () => check(checkout)]);
} finally {
  // A million files, for which the result does not wait.
  spawn('rm', ['-rf', folder], { detached: true, stdio: 'ignore' }).unref();
}
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
