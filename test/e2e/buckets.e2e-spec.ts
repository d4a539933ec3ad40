import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ConfigError, readConfig } from '../../apps/api/src/boot/config.js';
import { Storages } from '../../apps/api/src/boot/storages.js';
import { JobRunner } from '#jobs';
import S3rver from 's3rver';
import { node, pod, TestApi } from './test-api.js';

const folder = mkdtempSync(join(tmpdir(), 'berth-s3-'));
const secretFile = join(folder, 'secret');
let server: S3rver;
let api: TestApi;

beforeAll(async () => {
  writeFileSync(secretFile, 'S3RVER\n');
  server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
    configureBuckets: ['berth', 'reports'].map((name) => ({ name, configs: [] })),
  });
  const { port } = await server.run();
  api = await TestApi.start({
    BERTH_AUTH: 'off',
    BERTH_STORAGE: 's3://berth/one',
    BERTH_DELIVERY_BUCKETS: 'reports',
    BERTH_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    BERTH_S3_KEY_ID: 'S3RVER',
    BERTH_S3_KEY_SECRET_FILE: secretFile,
  });
  await api.post('/v1/clusters').send({ name: 'prod' }).expect(201);
  const items = [node('n1'), pod('web')];
  await api.post('/v1/clusters/prod/import').send({ apiVersion: 'v1', kind: 'List', items }).expect(200);
});
afterAll(async () => {
  await api.stop();
  // The second test has closed it, unless the first one failed.
  await server.close().catch(() => undefined);
  rmSync(folder, { recursive: true });
});

const work = (): Promise<void> => api.app.get(JobRunner).drain();

async function exported(): Promise<{ id: string; state: string; problem: { code: string; detail: string } | null }> {
  const begun = await api.post('/v1/clusters/prod/exports').send({ what: 'ledger' }).expect(202);
  await work();
  return (await api.get(`/v1/operations/${(begun.body as { id: string }).id}`).expect(200)).body;
}

async function delivered(schedule: string): Promise<object> {
  const { result } = (await api.post(`/v1/schedules/${schedule}/run`).expect(202)).body as { result: string };
  await work();
  return (await api.get(`/v1/schedule-results/${result}`).expect(200)).body as object;
}

test('exports and deliveries are objects of buckets', async () => {
  const { id, state } = await exported();
  expect(state).toBe('succeeded');
  const stored = await api.app.get(Storages).files.open(`exports/${id}.gz`);
  expect(stored?.bytes).toBeGreaterThan(0);
  stored?.content.destroy();
  const file = await fetch(`${api.url}/v1/operations/${id}/file`);
  const ledger = await api.get('/v1/clusters/prod/ledger').buffer().expect(200);
  expect(gunzipSync(Buffer.from(await file.arrayBuffer())).toString()).toBe(ledger.text);

  const schedule = { cron: '0 3 * * *', report: 'pending', cluster: 'prod', formats: ['csv'] };
  await api
    .post('/v1/schedules')
    .send({ ...schedule, name: 'nightly', to: ['s3://reports/a/b/'] })
    .expect(201);
  expect(await delivered('nightly')).toMatchObject({ deliveries: [{ state: 'delivered', problem: null }] });
  const [object, ...others] = (await api.app.get(Storages).deliveries.bucket('reports')?.list('default/a/b')) ?? [];
  expect([object?.name, others]).toEqual([expect.stringMatching(/^default\/a\/b\/nightly-.*Z\.csv$/), []]);
});

test('a server that is gone is named, by the operation and the delivery', async () => {
  await server.close();
  expect(await exported()).toMatchObject({
    state: 'failed',
    problem: { code: 'STORAGE_UNAVAILABLE', detail: expect.stringMatching(/s3:\/\/berth\/one.*ECONNREFUSED/) },
  });
  expect(await delivered('nightly')).toMatchObject({
    deliveries: [
      { state: 'waiting', problem: expect.stringMatching(/^the file could not be written: .*ECONNREFUSED/) },
    ],
  });
});

test.each([
  [{ BERTH_STORAGE: 'minio' }, 'BERTH_STORAGE="minio": must be `database`, `file:FOLDER` or `s3://BUCKET/PREFIX`'],
  [{ BERTH_STORAGE: 's3://A/' }, 'BERTH_STORAGE="s3://A/": must be'],
  [{ BERTH_DELIVERY_BUCKETS: 'a b' }, 'BERTH_DELIVERY_BUCKETS="a b": must be names of buckets'],
  [{ BERTH_S3_REGION: 'here!' }, 'BERTH_S3_REGION="here!": must be the name of a region'],
  [{ BERTH_S3_KEY_ID: 'x' }, 'BERTH_S3_KEY_SECRET_FILE: must be set if, and only if,'],
  [
    { BERTH_S3_KEY_ID: 'x', BERTH_S3_KEY_SECRET_FILE: '/none' },
    'BERTH_S3_KEY_SECRET_FILE="/none": cannot be read: ENOENT',
  ],
])('the setting %j is refused by its name', (environment, problem) => {
  expect(() => readConfig(environment)).toThrow(problem);
});

test('an endpoint with a password is refused without it, and a secret is read from its file', () => {
  const refused = (): unknown => readConfig({ BERTH_S3_ENDPOINT: 'http://me:hunter2@minio' });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(/BERTH_S3_ENDPOINT: must have no user or password/);
  expect(refused).not.toThrow(/hunter2/);
  const config = readConfig({ BERTH_S3_KEY_ID: 'id', BERTH_S3_KEY_SECRET_FILE: secretFile });
  expect(config.storage.s3.credentials?.secretAccessKey).toBe(readFileSync(secretFile, 'utf8').trim());
});
