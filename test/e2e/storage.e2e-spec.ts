import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { endPartitions } from '../services/end-partitions.js';
import { node, pod, TestApi } from './test-api.js';

/** A disk that is full, without being root: whatever is written into it finds no space. */
const FULL = existsSync('/dev/full') ? '/dev/full' : '/';
const NO_SPACE =
  FULL === '/dev/full' ? 'no space is left on the device (ENOSPC)' : 'a folder is in the place of a file';
const NO_FOLDER = 'something else than a folder is in its place (ENOTDIR)';

let api: TestApi;
let dataDir: string;
let cluster: string;
let edge: string;

const path = (rest = ''): string => `/v1/clusters/${cluster}${rest}`;
const files = (): string[] => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).sort();
const troubles = (): unknown[] => api.log.filter(({ folder }) => folder !== undefined).map(({ msg }) => msg);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-data-'));
  api = await TestApi.start({ BERTH_DATA_DIR: dataDir });
  cluster = await api.cluster(node('a'), pod('p1'), pod('p2'));
  await api.post(path('/runs')).send({}).expect(201);
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  edge = (await endPartitions(client)).toISOString();
  await client.end();
});
afterAll(async () => {
  await api.stop();
  rmSync(dataDir, { recursive: true });
});

async function archive(problem: string, folder = 'archive'): Promise<void> {
  const answer = await api.post('/v1/archives').send({ before: edge }).expect(503);
  expect(answer.headers['retry-after']).toMatch(/^[0-9]+$/);
  expect(answer.body).toMatchObject({ code: 'STORAGE_UNAVAILABLE', status: 503 });
  expect(answer.body.detail).toContain(`the folder ${join(dataDir, folder)} cannot be used now: ${problem}`);
  expect((await api.get(path('/decisions')).expect(200)).body.items).toHaveLength(2);
  expect((await api.get('/v1/archives').expect(200)).body.items).toEqual([]);
}

test('an upload that ends half-way leaves no file', async () => {
  const before = [files(), readdirSync(tmpdir()).length] as const;
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  const begun = '{"apiVersion":"v1","kind":"List","items":[' + `${JSON.stringify(pod('x'))},`.repeat(5_000);
  socket.write(
    `POST ${path('/import')} HTTP/1.1\r\nHost: berth\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${begun.length * 2}\r\n\r\n${begun}`,
  );
  await setTimeout(300);
  socket.destroy();
  await setTimeout(300);
  expect(files()).toEqual(before[0]);
  expect((await api.get(path()).expect(200)).body).toMatchObject({ revision: '2' });
});

test('a checkpoint whose note finds no room is none; what reads the notes says that it cannot', async () => {
  const { id } = (await api.get(path()).expect(200)).body as { id: string };
  const folder = join(dataDir, 'checkpoints');
  mkdirSync(folder);
  symlinkSync(FULL, join(folder, `${id}.txt`));
  const refused = (await api.post(path('/checkpoints')).expect(503)).body;
  expect(refused).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(refused.detail).toContain(`the folder ${folder} cannot be used now: ${NO_SPACE}`);
  await archive(NO_SPACE, 'checkpoints');
  expect((await api.get(path('/checkpoints')).expect(200)).body.items).toEqual([]);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect((await api.post('/v1/verifications').send({}).expect(503)).body).toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
  });
  const query = '{ verify { holds } }';
  const { errors } = (await api.post('/graphql').send({ query })).body as { errors: { extensions: object }[] };
  expect(errors[0]?.extensions).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  rmSync(folder);
  await api.post(path('/checkpoints')).expect(201);
  expect(troubles().filter((said) => said === 'the folder can be used again')).toHaveLength(1);
});

test('archiving into a folder that cannot be used says so, keeps everything, and goes on when it can', async () => {
  const { id } = (await api.get(path()).expect(200)).body as { id: string };
  const reported = troubles().length;
  writeFileSync(join(dataDir, 'archive'), '');
  await archive(NO_FOLDER);
  await archive(NO_FOLDER);
  expect(troubles().slice(reported)).toEqual([`the folder cannot be used: ${NO_FOLDER}`]);
  rmSync(join(dataDir, 'archive'));
  // The names that the files are to have cannot be given.
  mkdirSync(join(dataDir, 'archive', id, '1-2.traces.ndjson.gz', 'in the way'), { recursive: true });
  await archive('a folder is in the place of a file (EISDIR)');
  expect(readdirSync(join(dataDir, 'archive', id))).toEqual(['1-2.traces.ndjson.gz']);
  rmSync(join(dataDir, 'archive', id, '1-2.traces.ndjson.gz'), { recursive: true });
  const { body } = await api.post('/v1/archives').send({ before: edge }).expect(200);
  expect(body).toMatchObject({ partitions: 5, archives: [{ cluster: id, decisions: '2' }] });
  expect(troubles().at(-1)).toBe('the folder can be used again');
  expect((await api.post('/v1/verifications').send({}).expect(200)).body).toMatchObject({ holds: true });
});

test('a file of an archive that cannot be read is not said to be missing', async () => {
  const { items } = (await api.get(path('/archives')).expect(200)).body as {
    items: { id: string; ledgerFile: { path: string } }[];
  };
  const [made] = items;
  const url = path(`/archives/${made?.id ?? ''}`);
  await api.get(`${url}/ledger`).expect(200);
  const file = join(dataDir, 'archive', made?.ledgerFile.path ?? '');
  rmSync(file);
  expect((await api.get(`${url}/ledger`).expect(404)).body).toMatchObject({ code: 'ARCHIVE_FILE_MISSING' });
  mkdirSync(file);
  expect((await api.get(`${url}/decisions/${NO_DECISION}`).expect(503)).body).toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
  });
  rmSync(join(dataDir, 'archive'), { recursive: true });
  writeFileSync(join(dataDir, 'archive'), '');
  for (const rest of ['/ledger', '/traces', `/decisions/${NO_DECISION}`])
    expect((await api.get(url + rest).expect(503)).body).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
});

const NO_DECISION = '00000000-0000-7000-8000-000000000000.0';
