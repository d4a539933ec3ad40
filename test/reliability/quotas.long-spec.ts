import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BerthClient, importObjects } from '#client';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { ServiceProcess } from './service-process.js';
import { Traffic } from './traffic.js';
import { violationsOf } from './violations-of.js';

const PROCESSES = 2;
const CREATORS = 64;
const NAMESPACES = 20;
const PODS = 20_000;
/** Each namespace has room for so many more. */
const ROOM = 60;
/** All of them together ask for more than there is room for. */
const EACH = 30;

let dataDir: string;
let database: TestDatabase;
let services: ServiceProcess[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-quotas-'));
  database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, BERTH_WORKERS: '1' };
  services = [];
  for (let index = 0; index < PROCESSES; index++)
    services.push(await ServiceProcess.start({ ...settings, BERTH_DATA_DIR: join(dataDir, String(index)) }));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const namespaceOf = (index: number): string => `team-${index % NAMESPACES}`;
const made = (name: string, namespace: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '10m' } } }] },
});
const quota = (namespace: string): object => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace },
  spec: { hard: { pods: String(PODS / NAMESPACES + ROOM), 'requests.cpu': '1k' } },
});

test('however many create at once, quotas are filled to the last place and not beyond', async () => {
  const client = new BerthClient({ url: services[0]?.url ?? '' });
  const { id } = await client.post('/v1/clusters', { body: { name: 'quotas' } });
  const objects = [
    ...range(NAMESPACES).map((index) => quota(namespaceOf(index))),
    ...range(PODS).map((index) => made(`p${index}`, namespaceOf(index))),
  ];
  await importObjects(client, id, { objects });
  const traffic = new Traffic(services.map(({ url }) => url));
  await Promise.all(
    range(CREATORS).map(async (creator) => {
      for (const round of range(EACH)) {
        const namespace = namespaceOf(creator * EACH + round);
        const body = JSON.stringify(made(`c${creator}-${round}`, namespace));
        const path = `/v1/clusters/${id}/api/v1/namespaces/${namespace}/pods`;
        await traffic.send(namespace, { method: 'POST', path, body }, { process: creator });
      }
    }),
  );
  for (const index of range(NAMESPACES)) {
    const answers = traffic.answers.filter(({ what }) => what === namespaceOf(index));
    const created = answers.filter(({ status }) => status === 201).length;
    const forbidden = answers.filter(({ status, text }) => status === 403 && text.includes('exceeded quota: q'));
    expect([created, created + forbidden.length]).toEqual([Math.min(ROOM, answers.length), answers.length]);
    const found = await client.get('/v1/clusters/{cluster}/quotas', {
      params: { path: { cluster: id }, query: { namespace: namespaceOf(index) } },
    });
    expect(found).toMatchObject({ items: [{ resources: [{ used: String(PODS / NAMESPACES + created) }, {}] }] });
  }
  expect(traffic.answers.length).toBe(CREATORS * EACH);
  expect(traffic.answers.some(({ status }) => status === 403)).toBe(true);
  expect(await violationsOf(database.url, id)).toEqual([]);
}, 900_000);
