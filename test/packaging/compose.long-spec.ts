import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BerthClient, importObjects } from '#client';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { startProgram, type StartedProgram } from '#test-programs';
import { parse, stringify } from 'yaml';
import { node, pod } from '../e2e/test-api.js';
import { freePort, startPooler, type Pooler } from '../isolation/pooler.js';
import { mustRun, provide } from './debian.js';

interface Service {
  readonly command?: string[];
  readonly environment?: Record<string, string>;
}

/** The services of docker-compose.yml without an engine: their commands, with their environment, on this machine. */
const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};

let folder: string;
let database: TestDatabase;
let pooler: Pooler;
const programs: StartedProgram[] = [];
beforeAll(async () => {
  provide('prometheus', 'prometheus');
  folder = mkdtempSync(join(tmpdir(), 'berth-compose-'));
  database = await createTestDatabase({ migrated: false });
  const { POOL_MODE: mode = '', DEFAULT_POOL_SIZE: size } = services['pgbouncer']?.environment ?? {};
  pooler = await startPooler(database.url, { mode, connections: Number(size) });
});
afterAll(async () => {
  for (const program of programs.reverse()) await ended(program);
  await pooler.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function ended(program: StartedProgram): Promise<void> {
  if (program.exitCode !== null) return;
  const exit = new Promise((done) => program.once('exit', done));
  program.kill('SIGTERM');
  await exit;
}

/** The environment of a service, with the addresses of this machine in place of those of the containers. */
function environmentOf(name: string, changes: Record<string, string>): Record<string, string> {
  const own = services[name]?.environment ?? {};
  const filled = Object.entries(own).map(([key, value]) => [key, value.replace(/\$\{\w+:-(.*?)\}/g, '$1')] as const);
  return { ...Object.fromEntries(filled), ...changes };
}

/** The command of a service, or else that of the image. */
function commandOf(name: string): string[] {
  const [, command = '[]'] = /^CMD (\[.+\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const [program = '', ...args] = services[name]?.command ?? (JSON.parse(command) as string[]);
  const own = program === 'node' ? process.execPath : program;
  return [own, ...args.map((arg) => (arg.startsWith('dist/') ? resolve(arg) : arg))];
}

/** Starts a container's command; to the port that it listens on once it is ready. */
async function startApi(key: string): Promise<string> {
  const port = String(await freePort());
  const env = environmentOf('api', {
    DATABASE_URL: pooler.url,
    HOST: '127.0.0.1',
    PORT: port,
    BERTH_DATA_DIR: join(folder, 'data'),
    BERTH_ADMIN_KEY: key,
    BERTH_CLUSTER_METRICS: '*',
  });
  const [program = '', ...args] = commandOf('api');
  const child = startProgram(program, args, { env });
  child.stdout.resume();
  programs.push(child);
  await answers(`http://127.0.0.1:${port}/readyz`);
  return port;
}

async function answers(url: string): Promise<void> {
  for (;;) {
    if ((await fetch(url).catch(() => undefined))?.ok === true) return;
    await pause(100);
  }
}

/** Prometheus with the files of deploy/prometheus, which scrapes these ports. */
async function startPrometheus(ports: readonly string[], key: string): Promise<string> {
  const config = parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')) as {
    rule_files: string[];
    scrape_configs: { authorization: object; dns_sd_configs?: object; static_configs?: object }[];
  };
  config.rule_files = [resolve('deploy/prometheus/berth.rules.yml')];
  for (const scrape of config.scrape_configs) {
    delete scrape.dns_sd_configs;
    scrape.static_configs = [{ targets: ports.map((port) => `127.0.0.1:${port}`) }];
    scrape.authorization = { type: 'Bearer', credentials_file: join(folder, 'monitor.key') };
  }
  writeFileSync(join(folder, 'monitor.key'), key);
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config).replaceAll('15s', '1s'));
  const port = await freePort();
  const args = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'series')}`];
  const child = startProgram('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`]);
  child.stdout.resume();
  programs.push(child);
  const url = `http://127.0.0.1:${port}`;
  await answers(`${url}/-/ready`);
  return url;
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** What Prometheus answers to an expression. @throws Error when it does not parse */
async function ask(url: string, expression: string): Promise<Sample[]> {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const { status, error, data } = (await response.json()) as {
    status: string;
    error?: string;
    data: { result: Sample[] };
  };
  if (status !== 'success') throw new Error(`${expression}: ${error ?? status}`);
  return data.result;
}

test('migrations, two services behind a pooler, and a Prometheus that scrapes both for the dashboard', async () => {
  const [program = '', ...args] = commandOf('migrate');
  const env = environmentOf('migrate', { DATABASE_URL: database.url });
  expect(mustRun(program, args, { env })).toMatch(/^Applied \d+ migrations\.$/m);
  expect(mustRun(program, args, { env })).toBe('The database has all migrations.\n');

  const adminKey = mustRun(program, [...args.slice(0, -1), '--new-admin-key']).trim();
  const ports = [await startApi(adminKey), await startApi(adminKey)];
  const [one, other] = ports.map((port) => new BerthClient({ url: `http://127.0.0.1:${port}`, key: adminKey })) as [
    BerthClient,
    BerthClient,
  ];
  await one.post('/v1/clusters', { body: { name: 'shown' } });
  await importObjects(other, 'shown', { objects: [node('a'), pod('fits'), pod('large', '64')] });
  const path = { cluster: 'shown' };
  await one.post('/v1/clusters/{cluster}/runs', { params: { path }, body: {} });
  const key = await one.post('/v1/teams/{team}/keys', {
    params: { path: { team: 'default' } },
    body: { name: 'prometheus', roles: ['monitor'] },
  });

  const prometheus = await startPrometheus(ports, key.key);
  const isScraped = 'sum(up{job="berth"}) == 2 and count(rate(process_cpu_seconds_total{job="berth"}[1m])) == 2';
  while ((await ask(prometheus, isScraped)).length === 0) await pause(200);
  const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboards/berth.json', 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const expressions = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
  const empty: string[] = [];
  for (const { title, expr } of expressions) {
    const chosen = expr
      .replaceAll('$__rate_interval', '1m')
      .replaceAll('$job', 'berth')
      .replaceAll(/\$(instance|cluster)/g, '.*');
    if ((await ask(prometheus, chosen)).length === 0) empty.push(title);
  }
  // Nothing is mirrored, and what counts up needs two scrapes with a change between them.
  expect(empty.filter((title) => !/Mirrors|by code|Decisions|Runs|Errors/.test(title))).toEqual([]);
  const alerts = await ask(prometheus, 'ALERTS{alertstate="firing"}');
  expect(alerts.map(({ metric }) => metric['alertname'])).toEqual([]);
}, 180_000);

test('promtool finds the rules valid, and each alert fires on its fault and is silent beside it', () => {
  const cwd = resolve('deploy/prometheus');
  expect(mustRun('promtool', ['check', 'rules', 'berth.rules.yml'], { cwd })).toMatch(/SUCCESS: \d+ rules found/);
  expect(mustRun('promtool', ['test', 'rules', 'berth.rules.test.yml'], { cwd })).toContain('SUCCESS');
  mustRun('promtool', ['check', 'config', '--syntax-only', 'prometheus.yml'], { cwd });
  const alerts = readFileSync(join(cwd, 'berth.rules.yml'), 'utf8').match(/(?<=alert: )\w+/g) ?? [];
  const tested = readFileSync(join(cwd, 'berth.rules.test.yml'), 'utf8');
  expect(alerts.filter((alert) => !new RegExp(`alertname: ${alert}\\n\\s+exp_alerts:`).test(tested))).toEqual([]);
});
