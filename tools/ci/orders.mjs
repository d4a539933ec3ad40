// The two commands of README.md, in orders and places in which people run them.
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshCheckout, giveTo, preparedCheckout } from './checkouts.mjs';
import { buildImage } from './dockerfile.mjs';
import { mustRun } from './programs.mjs';
import { mustKnowItsKey, mustNotStart, startService } from './services.mjs';

/** The oldest releases of Node that Berth runs on (tools/prepare.mjs), which packages bring. */
const NODES = ['20.19.0', '22.12.0', '24.0.0'];

/** A few specs: the application, a database, the command, and what the set-up gives them. */
const SPECS = ['cli-access', 'connection.spec', 'programs.spec'];

/** Nobody, who has an entry in the list of users, as initdb wants. Only root becomes another user. */
const ORDINARY_USER = process.geteuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** Every setting that the pages name, and what libraries read, set to what nothing can be. */
export function nonsense(checkout, folder) {
  const pages = ['docs/settings.md', 'docs/cli.md', 'docs/teams.md'].map((page) =>
    readFileSync(join(checkout, page), 'utf8'),
  );
  const names = pages.flatMap((page) => page.match(/\b(BERTH|OTEL)_[A-Z_]*[A-Z]\b|\bDATABASE_(STANDBY_)?URL\b/g) ?? []);
  const contexts = join(folder, 'config', 'berth');
  mkdirSync(contexts, { recursive: true });
  writeFileSync(join(contexts, 'config.yaml'), 'contexts: [nonsense');
  return {
    ...Object.fromEntries(names.map((name) => [name, 'nonsense'])),
    ...{ BERTH_URL: 'nonsense', BERTH_KEY: 'nonsense', BERTH_TEST_SERVER_URL: 'nonsense', BERTH_TEST_RUN: 'nonsense' },
    ...{ PORT: 'nonsense', HOST: 'nonsense', LOG_LEVEL: 'nonsense', NODE_ENV: 'production' },
    ...{ PGHOST: 'nonsense', PGUSER: 'nonsense', PGOPTIONS: '-c nonsense=1', PGSSLMODE: 'require' },
    ...{ TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', XDG_CONFIG_HOME: join(folder, 'config') },
  };
}

/** Refused while a service runs in the checkout: one line each, and the service goes on. */
export const SECOND_STARTS = [
  ['a second npm start beside the first', { why: /^another Berth, process \d+, serves from / }],
  ['a second npm start on another port', { env: { PORT: '0' }, why: /^another Berth, process \d+, serves from / }],
  ['a second npm start with other data', { data: 'other-data', why: /^Port \d+ is in use: / }],
];

export async function secondStart(checkout, { url, folder }, { env, data, why }) {
  const other = data === undefined ? {} : { BERTH_DATA_DIR: join(folder, data) };
  await mustNotStart(checkout, { env: { PORT: new URL(url).port, ...other, ...env }, why });
  if ((await fetch(`${url}/readyz`)).status !== 200) throw new Error('the first one is not ready any more');
}

/** Of the packages that have programs of Node; resolves to the folder of each. */
export async function installNodes(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const packages = NODES.map((version) => `node-${version}@npm:node-${process.platform}-${process.arch}@${version}`);
  const quietly = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await mustRun('npm', ['install', ...quietly, ...packages], { cwd: folder });
  return NODES.map((version) => [version, join(folder, `node_modules/node-${version}/bin`)]);
}

/** Orders that each have a checkout of their own, by name; the longest, which installs packages, is the first. */
export function ordersApart({ root, prepared, folder, nodes }) {
  const place = (name) => join(folder, name);
  return [
    [
      'npm start and npm test as an ordinary user whose home is read-only, in a fresh clone',
      () => asOrdinaryUser({ root, checkout: place('user/berth'), home: place('home') }),
    ],
    [
      'npm test first, then npm start, where the path has spaces and letters beyond ASCII',
      () => testThenStart({ root, prepared, checkout: place('Über Größe — 計画 (1)/berth') }),
    ],
    ...nodes.map(([version, bin]) => [
      `npm start and npm test with Node ${version}`,
      () => withNode({ root, prepared, checkout: place(`node-${version}/berth`), bin, version }),
    ]),
  ];
}

/** Others may listen where a service does by default. */
export const ANY_PORT = { PORT: '0', LOG_LEVEL: 'warn' };

async function someTests(checkout, options = {}) {
  const output = await mustRun('npm', ['test', '--', ...SPECS], { cwd: checkout, ...options });
  if (!/^Tests: +[1-9]\d* passed, /m.test(output)) throw new Error(`no tests were run:\n${output}`);
}

async function startThenTest(checkout, options) {
  const service = await startService(checkout, { ...options, env: { ...options.env, ...ANY_PORT } });
  try {
    await someTests(checkout, options);
    await mustKnowItsKey(checkout, service.url);
  } finally {
    await service.stop();
  }
}

async function testThenStart({ root, prepared, checkout }) {
  await preparedCheckout(root, prepared, checkout);
  await someTests(checkout);
  const service = await startService(checkout, { env: ANY_PORT });
  await mustKnowItsKey(checkout, service.url).finally(() => service.stop());
}

async function asOrdinaryUser({ root, checkout, home }) {
  freshCheckout(root, checkout);
  mkdirSync(home);
  chmodSync(home, 0o555);
  if (ORDINARY_USER !== undefined) giveTo(checkout, ORDINARY_USER);
  await startThenTest(checkout, { user: ORDINARY_USER, env: { HOME: home, npm_config_cache: undefined } });
}

/** What Node itself generates is made anew; compiling is the same with each. */
async function withNode({ root, prepared, checkout, bin, version }) {
  await preparedCheckout(root, prepared, checkout);
  rmSync(join(checkout, 'dist/apps/dashboard/page'), { recursive: true });
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const found = await mustRun('node', ['--version'], { cwd: checkout, env });
  if (found.trim() !== `v${version}`) throw new Error(`this is Node ${found}`);
  await startThenTest(checkout, { env });
}

/** Builds the image in folders that begin empty, and starts its program. */
export async function image({ root, folder }) {
  const checkout = join(folder, 'checkout');
  freshCheckout(root, checkout);
  // As .dockerignore has it.
  for (const name of readdirSync(checkout))
    if (name === '.ci' || (name.endsWith('.md') && name !== 'SECURITY.md'))
      rmSync(join(checkout, name), { recursive: true });
  const printed = await buildImage(checkout, folder, '--print-config');
  if (!/^PORT=3000/m.test(printed)) throw new Error(`the program of the image prints:\n${printed}`);
}
