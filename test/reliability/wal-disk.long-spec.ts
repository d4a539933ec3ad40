import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BerthClient, importObjects } from '#client';
import { node, pod } from '../e2e/test-api.js';
import { ServiceProcess } from './service-process.js';
import { createSmallDisk, type SmallDisk } from './small-disk.js';

let dataDir: string;
let disk: SmallDisk;
let service: ServiceProcess;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-wal-'));
  const first = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  await first.end('SIGTERM');
  disk = diskForWal(join(dataDir, 'postgres', 'data', 'pg_wal'));
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
});
afterAll(async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  disk.release();
  rmSync(dataDir, { recursive: true });
});

/** The log of the server is on a disk of its own from now on, and belongs to the server's user as before. */
function diskForWal(folder: string): SmallDisk {
  const { uid, gid } = statSync(folder);
  const before = `${folder}.before`;
  renameSync(folder, before);
  mkdirSync(folder);
  const made = createSmallDisk(64, folder);
  cpSync(before, folder, { recursive: true });
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, path), uid, gid);
  chmodSync(folder, 0o700);
  return made;
}

async function readiness(): Promise<string> {
  return (await fetch(`${service.url}/readyz?verbose`)).text();
}

async function readinessWith(text: string): Promise<string> {
  for (;;) {
    const said = await readiness();
    if (said.includes(text)) return said;
    await pause(100);
  }
}

test('a server whose log has no room has a full disk, by readyz, and keeps all that was acknowledged', async () => {
  const client = new BerthClient({ url: service.url });
  const { id: cluster } = await client.post('/v1/clusters', { body: { name: 'full' } });
  await importObjects(client, cluster, { objects: [node('n1', { cpu: '1000' })] });
  disk.fill(0);
  let acknowledged = 0;
  for (let isFull = false; !isFull;) {
    const objects = Array.from({ length: 500 }, (_, index) => ({
      ...pod(`p${acknowledged}-${index}`, '1m'),
      status: { message: 'x'.repeat(2_000) },
    }));
    try {
      await importObjects(client, cluster, { objects });
      acknowledged++;
    } catch (error) {
      expect(error).toMatchObject({ status: 503 });
      isFull = true;
    }
  }
  const outage = disk.fault.full.test('ENOSPC')
    ? 'the disk of the server is full'
    : 'the server cannot read or write its disk';
  await readinessWith(`[-]database failed: ${outage}`);
  disk.relieve();
  await readinessWith('readyz check passed');
  const { counts } = await client.get('/v1/clusters/{cluster}', { params: { path: { cluster } } });
  expect(counts.pods).toBe(acknowledged * 500);
  await importObjects(client, cluster, { objects: [pod('later', '1m')] });
});
