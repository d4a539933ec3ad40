import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BerthClient, importObjects } from '#client';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { endPartitions } from '../services/end-partitions.js';
import { seed } from './random-moments.js';
import { ServiceProcess } from './service-process.js';
import { Traffic } from './traffic.js';
import { violationsOf } from './violations-of.js';

const PROCESSES = 4;
const SCHEDULERS = 64;
const RUNNING_MS = Number(process.env['BERTH_TEST_SECONDS'] ?? 60) * 1000;
/** No answer takes longer: a writer waits half of it for its turn at most, and then works. */
const LONGEST_MS = 40_000;
/** Archiving waits up to two minutes for a moment without others (docs/operations.md), and then works. */
const LONGEST_ARCHIVE_MS = 140_000;

let dataDir: string;
let database: TestDatabase;
let services: ServiceProcess[];
let client: BerthClient;

beforeAll(async () => {
  process.stdout.write(`seed ${seed}\n`);
  dataDir = mkdtempSync(join(tmpdir(), 'berth-many-'));
  database = await createTestDatabase();
  const keyFile = join(dataDir, 'key.pem');
  writeFileSync(keyFile, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  services = [];
  for (let index = 0; index < PROCESSES; index++) {
    services.push(
      await ServiceProcess.start({
        BERTH_DATA_DIR: join(dataDir, String(index)),
        BERTH_SIGNING_KEY_FILE: keyFile,
        DATABASE_URL: database.url,
        BERTH_CHECKPOINT_INTERVAL: '2s',
        BERTH_WORKERS: '2',
      }),
    );
  }
  client = new BerthClient({ url: services[0]?.url ?? '' });
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const made = (name: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '50m' } } }], ...spec },
});
const node = (index: number): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: `n${index}` },
  status: { capacity: { cpu: '64', memory: '256Gi', pods: '500' } },
});
const list = (items: readonly object[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

test('whatever they do to one cluster, every caller is answered in time, and nothing is left open', async () => {
  const { id } = await client.post('/v1/clusters', { body: { name: 'many' } });
  await importObjects(client, id, {
    objects: [...range(100).map(node), ...range(2000).map((index) => made(`p${index}`))],
  });
  const traffic = new Traffic(services.map(({ url }) => url));
  const base = `/v1/clusters/${id}`;
  const pods = `${base}/api/v1/namespaces/default/pods`;
  const keyedTwice: { key: string; statuses: number[] }[] = [];
  const anyPod = (): string => `p${traffic.draw(2000)}`;

  traffic.run(SCHEDULERS, 500, (process, round) => {
    const body = [
      { preemption: 'evict', allowEmpty: true },
      { tieBreak: 'seeded', seed: String(round), allowEmpty: true },
      { dryRun: true, pods: { names: [`default/${anyPod()}`] } },
    ][traffic.draw(10)] ?? { pods: { names: [`default/${anyPod()}`] } };
    return traffic.send('run', { method: 'POST', path: `${base}/runs`, body: JSON.stringify(body) }, { process });
  });
  traffic.run(4, 4000, (importer, round) =>
    traffic.send('import', {
      method: 'POST',
      path: `${base}/import`,
      body: list(range(400).map((index) => made(`p${(importer * 400 + index) % 2000}`, { priority: round % 3 }))),
    }),
  );
  traffic.run(4, 200, () => traffic.send('delete', { method: 'DELETE', path: `${pods}/${anyPod()}` }));
  traffic.run(4, 200, () =>
    traffic.send('create', { method: 'POST', path: pods, body: JSON.stringify(made(anyPod())) }),
  );
  traffic.run(8, 200, (_, round) =>
    traffic.send('patch', {
      method: 'PATCH',
      path: round % 4 === 0 ? `${base}/api/v1/nodes/n${traffic.draw(100)}` : `${pods}/${anyPod()}`,
      body: JSON.stringify({ metadata: { labels: { round: String(round) } } }),
    }),
  );
  const twice = async (
    what: string,
    key: string,
    requests: readonly { path: string; body: string }[],
  ): Promise<void> => {
    const answers = await Promise.all(
      requests.map(({ path, body }, process) =>
        traffic.send(what, { method: 'POST', path, body, headers: { 'idempotency-key': key } }, { process }),
      ),
    );
    keyedTwice.push({ key: `${what} ${key}`, statuses: answers.map(({ status }) => status) });
  };
  traffic.run(4, 200, (client, round) =>
    twice(
      'keyed create',
      `c-${client}-${round}`,
      ['a', 'b', 'c'].map((name) => ({ path: pods, body: JSON.stringify(made(`k-${client}-${round}-${name}`)) })),
    ),
  );
  traffic.run(2, 500, (client, round) =>
    twice(
      'keyed run',
      `r-${client}-${round}`,
      range(3).map((seed) => ({
        path: `${base}/runs`,
        body: JSON.stringify({ seed: String(seed), tieBreak: 'seeded' }),
      })),
    ),
  );
  traffic.run(1, 2000, (client, round) =>
    twice(
      'keyed import',
      `i-${client}-${round}`,
      range(3).map((index) => ({
        path: `${base}/import`,
        body: list([made(`m-${client}-${index}`, { priority: round })]),
      })),
    ),
  );
  traffic.run(2, 1000, (client, round) =>
    traffic.send('profile', {
      method: 'POST',
      path: `${base}/profiles`,
      body: JSON.stringify({ schedulerName: `s-${client}-${round % 5}` }),
    }),
  );
  traffic.run(1, 3000, (client, round) =>
    traffic.send('fork', {
      method: 'POST',
      path: `${base}/forks`,
      body: JSON.stringify({ name: `fork-${client}-${round}` }),
    }),
  );
  traffic.run(1, 1000, () => traffic.send('checkpoint', { method: 'POST', path: `${base}/checkpoints` }));
  traffic.run(2, 2000, (client, round) =>
    traffic.send(
      'impatient',
      client % 2 === 0
        ? { method: 'POST', path: `${base}/runs`, body: '{"allowEmpty": true}' }
        : {
            method: 'POST',
            path: `${base}/import`,
            body: list(range(1000).map((n) => made(`x${n}`, { priority: round }))),
          },
      { deadlineMs: 20 + traffic.draw(200) },
    ),
  );
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  traffic.run(1, 10000, async () => {
    const edge = await endPartitions(admin).catch(() => undefined);
    if (edge === undefined) return;
    await setTimeout(100);
    await traffic.send('archive', {
      method: 'POST',
      path: '/v1/archives',
      body: JSON.stringify({ before: edge.toISOString() }),
    });
  });
  await setTimeout(RUNNING_MS);
  await traffic.stop();
  const inTransaction = `SELECT pid, state, now() - xact_start AS since, left(query, 200) AS query
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;
  // What was begun for clients who went away comes to its end.
  let left = await admin.query(inTransaction);
  for (const until = performance.now() + LONGEST_MS; left.rows.length > 0 && performance.now() < until;) {
    await setTimeout(100);
    left = await admin.query(inTransaction);
  }
  const dead = await admin.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
  await admin.end();
  process.stdout.write(
    `${traffic.summary}\ndeadlocks: ${JSON.stringify(dead.rows)}\nleft: ${JSON.stringify(left.rows, null, 1)}\n`,
  );
  const both = keyedTwice.filter(({ statuses }) => statuses.filter((status) => status < 300).length > 1);
  process.stdout.write(`keys ${keyedTwice.length}, answered twice: ${JSON.stringify(both)}\n`);
  for (const service of services) process.stdout.write(`${service.words.slice(0, 4000)}\n`);
  expect(left.rows).toEqual([]);
  expect(both).toEqual([]);
  expect(traffic.answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(traffic.answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([]);
  const [archives, others] = [true, false].map((isArchive) =>
    traffic.answers.filter(({ what }) => (what === 'archive') === isArchive).map(({ tookMs }) => tookMs),
  );
  expect(Math.max(...(others ?? []))).toBeLessThan(LONGEST_MS);
  expect(Math.max(...(archives ?? []))).toBeLessThan(LONGEST_ARCHIVE_MS);
  expect(await violationsOf(database.url, id)).toEqual([]);
});
