import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BerthClient, importObjects } from '#client';
import { createTestDatabase } from '#test-database';
import { TestServices } from '#test-services';
import { readConfig } from '../../apps/api/src/boot/config.js';
import { start, type RunningBerth } from '../../apps/api/src/boot/start.js';
import { keptDatabases, loadDatabase } from '../fixtures/filled-database.js';
import { berth } from './berth-command.js';
import { specLogger } from './spec-logger.js';
import { pod } from './test-api.js';

/** Filled when there was one team, and whoever reached the service did everything. */
const [LAST = ''] = keptDatabases()
  .filter((name) => name < '20261123000000_access')
  .slice(-1);
const CLUSTER = '/v1/clusters/{cluster}';
const DEMO = { params: { path: { cluster: 'demo' } } } as const;
const dataDir = mkdtempSync(join(tmpdir(), 'berth-upgrade-'));

let services: TestServices;
let running: RunningBerth;
let admin: BerthClient;
beforeAll(async () => {
  services = await TestServices.create(await createTestDatabase({ migrated: false }));
  const { url } = services;
  await services.connected((client) => loadDatabase(LAST, { url, client }));
  const settings = { BERTH_DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', HOST: '127.0.0.1', BERTH_WORKERS: '1' };
  // The key that signed then was not kept.
  running = await start(readConfig({ ...settings, BERTH_NEW_SIGNING_KEY: '1' }), specLogger());
  admin = new BerthClient({ url: running.url, key: running.adminKey });
}, 120_000);
afterAll(async () => {
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
  await services.drop();
});

test('its objects belong to the default team, and its log of access begins with the first key', async () => {
  const { items } = await admin.get('/v1/clusters');
  expect(items.map(({ name, team }) => [name, team])).toEqual([
    ['demo', 'default'],
    ['tried', 'default'],
  ]);
  const log = await admin.get('/v1/access-log', { params: { query: { pageSize: 100 } } });
  const [, key] = running.adminKey?.split('_') ?? [];
  expect(log.items.at(-1)).toMatchObject({ sequence: '1', action: 'key.created', details: { key, name: 'admin' } });
});

test('decisions of then are listed, and a trace of them is read', async () => {
  const query = { pod: 'default/kept-full-0' };
  const { items } = await admin.get(`${CLUSTER}/decisions`, { params: { ...DEMO.params, query } });
  const [{ id = '', nodes } = {}] = items;
  const trace = await admin.get(`${CLUSTER}/decisions/{decision}/trace`, {
    params: { path: { cluster: 'demo', decision: id } },
  });
  expect(trace.items).toHaveLength(nodes?.evaluated ?? NaN);
});

test('a key is needed, and that of another team shows nothing of it', async () => {
  await expect(new BerthClient({ url: running.url }).get(CLUSTER, DEMO)).rejects.toMatchObject({ status: 401 });
  await admin.post('/v1/teams', { body: { name: 'kiosk' } });
  const team = { params: { path: { team: 'kiosk' } }, body: { name: 'ci', roles: ['viewer' as const] } };
  const { key } = await admin.post('/v1/teams/{team}/keys', team);
  const kiosk = new BerthClient({ url: running.url, key });
  expect((await kiosk.get('/v1/clusters')).items).toEqual([]);
  for (const cluster of ['demo', (await admin.get(CLUSTER, DEMO)).id])
    await expect(kiosk.get(CLUSTER, { params: { path: { cluster } } })).rejects.toMatchObject({ status: 404 });
});

test('a run is scheduled on the old cluster, and everything that is stored holds', async () => {
  await importObjects(admin, 'demo', { objects: [pod('of-today', '1m')] });
  const run = await admin.post(`${CLUSTER}/runs`, { ...DEMO, body: { pods: { names: ['default/of-today'] } } });
  expect(run).toMatchObject({ state: 'complete', counts: { selected: 1, scheduled: 1 } });
  const environment = { BERTH_URL: running.url, BERTH_KEY: running.adminKey, BERTH_CONFIG: '/nowhere/none.yaml' };
  const { code, out, err } = await berth('verify --all --details', { environment });
  expect([code, err, out.includes('FAILED'), out.match(/^ok /gm)?.length]).toEqual([0, '', false, 8]);
  expect(out).toMatch(/^holds: 8 checks.*, 3 clusters, /);
});
