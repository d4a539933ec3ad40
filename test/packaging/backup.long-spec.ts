import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BerthClient, importObjects } from '#client';
import { node, pod } from '../e2e/test-api.js';
import { ServiceProcess } from '../reliability/service-process.js';
import { DebianPostgres, mustRun, POSTGRES_PROGRAMS } from './debian.js';

let folder: string;
let servers: DebianPostgres[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'berth-backup-'));
  servers = [await DebianPostgres.start(), await DebianPostgres.start()];
  mustRun(`${POSTGRES_PROGRAMS}/createdb`, [`--maintenance-db=${servers[0]?.database('postgres')}`, 'berth']);
});
afterAll(() => {
  for (const server of servers) server.stop();
  rmSync(folder, { recursive: true });
});

/** The shell blocks of a section of a page. */
function blocksOf(path: string, section: string): string[] {
  const [, text = ''] = readFileSync(path, 'utf8').split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
}

/** Writes pods and schedules them until it is stopped; to how many it wrote. */
async function load(client: BerthClient, isOver: () => boolean): Promise<number> {
  let written = 0;
  for (; !isOver(); written++) {
    await importObjects(client, 'ops', { objects: [pod(`p${written}`, '1m')] });
    await client.post('/v1/clusters/{cluster}/runs', { params: { path: { cluster: 'ops' } }, body: {} });
  }
  return written;
}

/** The last revision of the cluster that a service has, with the hash of its log. */
async function headOf(client: BerthClient) {
  const { revision } = await client.get('/v1/clusters/{cluster}', { params: { path: { cluster: 'ops' } } });
  const { items } = await client.get('/v1/clusters/{cluster}/revisions', {
    params: { path: { cluster: 'ops' }, query: { pageSize: 500 } },
  });
  return { revision, hashes: new Map(items.map(({ revision: number, hash }) => [number, hash])) };
}

test('a dump under load restores to the same log on another server: it verifies and replays', async () => {
  const [from, to] = servers as [DebianPostgres, DebianPostgres];
  const [dataDir, newDataDir] = [join(folder, 'data'), join(folder, 'new')];
  const settings = { BERTH_CHECKPOINT_INTERVAL: '1s' };
  const source = await ServiceProcess.start({
    ...settings,
    BERTH_DATA_DIR: dataDir,
    DATABASE_URL: from.database('berth'),
  });
  const client = new BerthClient({ url: source.url });
  await client.post('/v1/clusters', { body: { name: 'ops' } });
  await importObjects(client, 'ops', { objects: [node('a', { cpu: '64' }), node('b', { cpu: '64' })] });

  let isOver = false;
  const written = load(client, () => isOver);
  await pause(3_000);
  const [backup = '', restore = ''] = blocksOf('docs/operations.md', 'Backup and restore');
  const env = {
    PATH: `${POSTGRES_PROGRAMS}:${process.env['PATH'] ?? ''}`,
    BERTH_DATA_DIR: dataDir,
    DATABASE_URL: from.database('berth'),
    NEW_SERVER_URL: to.database('postgres'),
    NEW_DATABASE_URL: to.database('berth'),
    NEW_DATA_DIR: newDataDir,
  };
  mustRun('sh', ['-ec', backup], { env, cwd: folder });
  await pause(2_000);
  isOver = true;
  expect(await written).toBeGreaterThan(3);
  const original = await headOf(client);
  await source.end('SIGTERM');

  mustRun('sh', ['-ec', restore], { env, cwd: folder });
  const copy = await ServiceProcess.start({ BERTH_DATA_DIR: newDataDir, DATABASE_URL: to.database('berth') });
  const restored = new BerthClient({ url: copy.url });
  const head = await headOf(restored);
  expect(Number(head.revision)).toBeGreaterThan(2);
  expect(Number(head.revision)).toBeLessThan(Number(original.revision));
  for (const [revision, hash] of head.hashes) expect(hash).toBe(original.hashes.get(revision));
  const verified = await restored.post('/v1/verifications', { body: {} });
  expect(verified).toMatchObject({ holds: true });
  const replayed = await restored.post('/v1/clusters/{cluster}/replays', {
    params: { path: { cluster: 'ops' } },
    body: {},
  });
  expect(replayed).toMatchObject({ different: 0 });
  expect(await copy.end('SIGTERM')).toBe(0);
}, 180_000);
