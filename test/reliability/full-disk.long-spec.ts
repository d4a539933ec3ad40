import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schemas } from '#client';
import pg from 'pg';
import { node, pod, TestApi } from '../e2e/test-api.js';
import { endPartitions } from '../services/end-partitions.js';
import { seed, shareOf } from './random-moments.js';
import { createSmallDisk, type SmallDisk } from './small-disk.js';

const ROUNDS = Array.from({ length: 24 }, (_, round) => round);
/** The archive of a round is smaller. */
const MOST_LEFT = 48 * 1024;

let disk: SmallDisk;
let api: TestApi;
let cluster: string;

beforeAll(async () => {
  process.stdout.write(`seed ${seed}\n`);
  disk = createSmallDisk(8);
  api = await TestApi.start({ BERTH_DATA_DIR: disk.folder });
  cluster = await api.cluster(...Array.from({ length: 20 }, (_, index) => node(`n${index}`, { cpu: '1000' })));
});
afterAll(async () => {
  await api.stop();
  disk.release();
});

const path = (rest: string): string => `/v1/clusters/${cluster}${rest}`;

/** A month of the cluster that is over; resolves to its end. */
async function month(round: number): Promise<string> {
  const items = Array.from({ length: 40 }, (_, index) => pod(`p${round}-${index}`, '10m'));
  await api.post(path('/import')).send({ apiVersion: 'v1', kind: 'List', items }).expect(200);
  await api.post(path('/runs')).send({}).expect(201);
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  const edge = await endPartitions(client);
  await client.end();
  return edge.toISOString();
}

const archives = async (): Promise<Schemas['Archive'][]> =>
  (await api.get('/v1/archives?pageSize=500').expect(200)).body.items;

/** Every archive has its files, whole, and there is nothing else. */
async function expectWholeFiles(): Promise<void> {
  const expected = (await archives()).flatMap(({ ledgerFile, tracesFile }) => [ledgerFile, tracesFile]);
  const found = readdirSync(disk.folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.gz'));
  expect(found.sort()).toEqual(expected.map((file) => join('archive', file.path)).sort());
  for (const file of expected) {
    const content = readFileSync(join(disk.folder, 'archive', file.path));
    expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
  }
}

/** What is answered while the disk is as it is: done, or why not. */
async function attempt(url: string, body: object | undefined, fault: RegExp): Promise<boolean> {
  const answer = await api.post(url).send(body);
  if (answer.status < 300) return true;
  expect([answer.status, answer.body.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
  expect(answer.body.detail).toContain(disk.folder);
  expect(answer.body.detail).toMatch(fault);
  return false;
}

test.each(ROUNDS)('round %i: a disk that is full, or read-only, keeps what was, and is gone on with', async (round) => {
  const edge = await month(round);
  const known = (await archives()).length;
  const readOnly = round % 6 === 5;
  if (readOnly) disk.setReadOnly();
  else disk.fill(Math.floor(shareOf(round) * MOST_LEFT));
  const fault = disk.fault[readOnly ? 'readOnly' : 'full'];
  try {
    expect((await api.get('/readyz').expect(200)).text).toBe('ok');
    if (!readOnly && fault.test('ENOSPC'))
      expect((await api.get('/readyz?verbose').expect(200)).text).toContain(`[!]disk warning: `);
    const signed = await attempt(path('/checkpoints'), undefined, fault);
    const archived = await attempt('/v1/archives', { before: edge }, fault);
    if (readOnly) expect([signed, archived]).toEqual([false, false]);
    expect((await archives()).length).toBe(known + (archived ? 1 : 0));
    await expectWholeFiles();
    // What needs no file goes on.
    await api.post(path('/runs')).send({ allowEmpty: true }).expect(201);
  } finally {
    disk.relieve();
  }
  expect(await attempt(path('/checkpoints'), undefined, fault)).toBe(true);
  expect(await attempt('/v1/archives', { before: edge }, fault)).toBe(true);
  expect((await archives()).length).toBe(known + 1);
  await expectWholeFiles();
});

test('after all of it, history holds, and the log says it once a change', async () => {
  expect((await api.post('/v1/verifications').send({}).expect(200)).body).toMatchObject({ holds: true });
  const reported = api.log.filter(({ folder }) => folder !== undefined);
  expect(reported.filter(({ problem }) => problem !== undefined).length).toBeGreaterThan(ROUNDS.length / 6);
  expect(reported.length).toBeLessThan(ROUNDS.length * 4 + 1);
  expect(api.log.filter(({ msg }) => /unexpected/.test(String(msg)))).toEqual([]);
});
