import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BerthClient, importObjects } from '#client';
import pg from 'pg';
import { node, pod } from '../e2e/test-api.js';
import { databaseUrl, ServiceProcess } from './service-process.js';

/** Readers that follow a cluster, by path; a feed of objects goes on for 15 s after its last reader. */
const FOLLOWED = [
  'api/v1/pods?watch=true',
  'api/v1/nodes?watch=true&allowWatchBookmarks=true',
  'api/v1/namespaces/default/secrets?watch=true',
  'apis/apps/v1/deployments?watch=true',
  'changes',
  '../../heads?clusters=rested',
];
/** Long enough for the feeds to end, and for what comes then to be seen. */
const LEFT_MS = 25_000;
/** Looks at jobs, clocks and leases, and what the database reports late; a feed that goes on has hundreds. */
const MOST_A_SECOND = 30;

let dataDir: string;
let service: ServiceProcess;
let sql: pg.Client;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-rest-'));
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  sql = new pg.Client({ connectionString: databaseUrl(dataDir) });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await service.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

test('a service whose readers have all left asks its database next to nothing', async () => {
  const client = new BerthClient({ url: service.url });
  await client.post('/v1/clusters', { body: { name: 'rested' } });
  await importObjects(client, 'rested', { objects: [node('a'), pod('p', '100m')] });
  const leaving = new AbortController();
  const { signal } = leaving;
  const opened = await Promise.all(
    FOLLOWED.map((path) => {
      const headers = path.includes('watch=') ? {} : { accept: 'text/event-stream' };
      return fetch(new URL(path, `${service.url}/v1/clusters/rested/`), { headers, signal });
    }),
  );
  expect(opened.map(({ status }) => status)).toEqual(FOLLOWED.map(() => 200));
  // What they follow moves once while they are here.
  await client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster: 'rested' } }, body: {} });
  leaving.abort();
  expect(await transactionsASecond(LEFT_MS)).toBeLessThan(MOST_A_SECOND);
});

async function transactionsASecond(measuredMs: number): Promise<number> {
  const before = await transactions();
  await setTimeout(measuredMs);
  return ((await transactions()) - before) / (measuredMs / 1_000);
}

async function transactions(): Promise<number> {
  await sql.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await sql.query<{ readonly count: string }>(
    'SELECT sum(xact_commit + xact_rollback) AS count FROM pg_stat_database',
  );
  return Number(rows[0]?.count);
}
