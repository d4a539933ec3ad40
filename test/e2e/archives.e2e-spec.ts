import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { endPartitions } from '../services/end-partitions.js';
import { TestApi, node, pod } from './test-api.js';

interface Operation {
  readonly state: string;
  readonly progress: { readonly message: string };
  readonly result: { readonly archives: readonly Listed[] };
}

interface Listed {
  readonly id: string;
}

let api: TestApi;
let dataDir: string;
let cluster: string;
let before: Listed[];
let trace: object;
let archive: {
  id: string;
  cluster: string;
  ledgerFile: { path: string; bytes: string; sha256: string };
  tracesFile: { path: string };
  positions: { last: string };
};
let edge: string;

const path = (rest = ''): string => `/v1/clusters/${cluster}${rest}`;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-data-'));
  api = await TestApi.start({ BERTH_DATA_DIR: dataDir });
  cluster = await api.cluster(node('a'), node('b'), pod('p1'), pod('p2', '2'), pod('p3', '9'));
  await api.post(path('/runs')).send({}).expect(201);
  before = (await api.get(path('/decisions'))).body.items;
  trace = (await api.get(path(`/decisions/${before[2]?.id ?? ''}/trace?pageSize=1&orderBy=name`)).expect(200)).body;
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  edge = (await endPartitions(client)).toISOString();
  await client.end();
  await api
    .post(path('/import'))
    .send({ apiVersion: 'v1', kind: 'List', items: [pod('p4', '10m')] })
    .expect(200);
  await api.post(path('/runs')).send({}).expect(201);
  const { body } = await api.post('/v1/archives').send({ before: edge }).expect(200);
  expect(body).toMatchObject({ partitions: 5, upTo: edge, archives: [{ changes: '9', decisions: '3', traces: '3' }] });
  [archive] = body.archives;
});
afterAll(async () => {
  await api.stop();
  rmSync(dataDir, { recursive: true });
});

test('what is archived is gone, and every face says where it is', async () => {
  const detail = (what: string): string =>
    `${what} is archived: archive ${archive.id}, file ${archive.ledgerFile.path}`;
  const id = before[0]?.id ?? '';
  for (const rest of ['', '/trace'])
    expect((await api.get(path(`/decisions/${id}${rest}`)).expect(410)).body).toMatchObject({
      code: 'ARCHIVED',
      detail: detail(`decision ${id}`),
    });
  const run = id.split('.')[0] ?? '';
  expect((await api.get(path(`/decisions?run=${run}`)).expect(410)).body).toMatchObject({
    code: 'ARCHIVED',
    detail: detail(`run ${run}`),
  });
  expect((await api.get(path('?at=2')).expect(410)).body).toMatchObject({
    code: 'ARCHIVED',
    detail: detail('the log at 2'),
  });
  expect((await api.get(path('/api/v1/pods?at=2')).expect(410)).body).toMatchObject({
    kind: 'Status',
    reason: 'Expired',
    message: detail('the log at 2'),
  });
  const query = 'query ($name: String) { cluster(name: $name, at: "2") { name } }';
  expect(
    (await api.post('/graphql').send({ query, variables: { name: cluster } })).body.errors[0].extensions,
  ).toMatchObject({ code: 'ARCHIVED' });
  // The state at its end is there, and what came later.
  expect((await api.get(path(`/api/v1/pods?at=${archive.positions.last}`)).expect(200)).body.items).toHaveLength(3);
  expect((await api.get(path('/decisions')).expect(200)).body.items).toHaveLength(2);
});

test('archives are listed, of all clusters and of one, and read', async () => {
  expect((await api.get('/v1/archives').expect(200)).body).toEqual({ items: [archive] });
  expect((await api.get(path('/archives')).expect(200)).body).toEqual({ items: [archive] });
  expect((await api.get(path(`/archives/${archive.id}`)).expect(200)).body).toEqual(archive);
  for (const id of ['1-1', '0-1', 'x', '99999999999999999999-1'])
    expect((await api.get(path(`/archives/${id}`)).expect(404)).body.code).toBe('ARCHIVE_NOT_FOUND');
  expect((await api.get('/v1/clusters/none/archives').expect(404)).body.code).toBe('CLUSTER_NOT_FOUND');
  const query = `query ($name: String) { cluster(name: $name) { archives(first: 1) { edges { node { id revisions { first
    last } ledgerFile { path sha256 } archivedAt } } pageInfo { hasNextPage endCursor } } } }`;
  const { archives } = (await api.post('/graphql').send({ query, variables: { name: cluster } })).body.data.cluster;
  expect(archives.edges).toEqual([
    {
      node: expect.objectContaining({
        id: archive.id,
        ledgerFile: { path: archive.ledgerFile.path, sha256: archive.ledgerFile.sha256 },
      }),
    },
  ]);
  const next =
    'query ($name: String, $after: String) { cluster(name: $name) { archives(after: $after) { edges { cursor } } } }';
  expect(
    (await api.post('/graphql').send({ query: next, variables: { name: cluster, after: archives.pageInfo.endCursor } }))
      .body.data.cluster.archives.edges,
  ).toEqual([]);
});

test('a file is downloaded as it was recorded', async () => {
  const { body, headers } = await api
    .get(path(`/archives/${archive.id}/ledger`))
    .responseType('blob')
    .expect(200);
  expect(headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': archive.ledgerFile.bytes,
    'content-disposition': `attachment; filename="${archive.id}.ndjson.gz"`,
    'repr-digest': `sha-256=:${Buffer.from(archive.ledgerFile.sha256, 'hex').toString('base64')}:`,
  });
  expect(
    createHash('sha256')
      .update(body as Buffer)
      .digest('hex'),
  ).toBe(archive.ledgerFile.sha256);
  expect(
    gunzipSync(body as Buffer)
      .toString()
      .split('\n', 1)[0],
  ).toContain('"type":"berth.ledger/1"');
  const traces = await api
    .get(path(`/archives/${archive.id}/traces`))
    .responseType('blob')
    .expect(200);
  expect(gunzipSync(traces.body as Buffer).toString()).toMatch(/^\{"type":"berth\.traces\/1"/);
});

test('decisions and traces are read from the files', async () => {
  for (const decision of before)
    expect((await api.get(path(`/archives/${archive.id}/decisions/${decision.id}`)).expect(200)).body).toEqual(
      decision,
    );
  const last = path(`/archives/${archive.id}/decisions/${before[2]?.id ?? ''}/trace`);
  const page = (await api.get(`${last}?pageSize=1&orderBy=name`).expect(200)).body;
  const { nextPageToken, ...shown } = page;
  expect({ ...shown, nextPageToken: expect.any(String) as string }).toEqual({
    ...trace,
    nextPageToken: expect.any(String) as string,
  });
  expect(
    (await api.get(`${last}?pageSize=1&orderBy=name&pageToken=${nextPageToken}`).expect(200)).body.items.map(
      ({ node: name }: { node: string }) => name,
    ),
  ).toEqual(['b']);
  expect((await api.get(path(`/archives/${archive.id}/decisions/${before[0]?.id ?? ''}0`)).expect(404)).body.code).toBe(
    'DECISION_NOT_FOUND',
  );
});

test('what is to be archived is said, and over', async () => {
  expect((await api.post('/v1/archives').send({}).expect(400)).body.errors).toEqual([
    expect.objectContaining({ pointer: '/before', code: 'FIELD_REQUIRED' }),
  ]);
  expect(
    (await api.post('/v1/archives').send({ before: '2999-01-01T00:00:00Z' }).expect(400)).body.errors[0],
  ).toMatchObject({ pointer: '/before', detail: 'must not be later than now' });
  expect((await api.post('/v1/archives').send({ before: 'June' }).expect(400)).body.errors[0].pointer).toBe('/before');
  expect((await api.post('/v1/archives').send({ before: edge }).expect(200)).body).toEqual({
    archives: [],
    partitions: 0,
    upTo: null,
  });
});

test('history is archived in the background, once, as an operation that waits for other archiving', async () => {
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  const later = (await endPartitions(client)).toISOString();
  await api.doJobs();
  // As another process does that archives.
  await client.query("BEGIN; SELECT pg_advisory_xact_lock(hashtext('berth_archive'))");
  const key = { 'idempotency-key': 'archive-once' };
  const begin = () => api.post('/v1/archivings').set(key).send({ before: later });
  const { body: begun } = await begin().expect(202);
  expect(begun).toMatchObject({ cluster: null, kind: 'archive', request: { before: later } });
  const until = async (isSo: (operation: Operation) => boolean): Promise<Operation> => {
    for (;;) {
      const { body: shown } = await api.get(`/v1/operations/${begun.id}`).expect(200);
      if (isSo(shown)) return shown;
      if (shown.state === 'failed') throw new Error(JSON.stringify(shown.problem));
    }
  };
  await until(({ progress }) => progress.message === 'waiting for other archiving');
  await client.query('COMMIT');
  await client.end();
  const { result } = await until(({ state }) => state === 'succeeded');
  expect(result).toMatchObject({ upTo: later, archives: [{ decisions: '2' }] });
  expect((await begin().expect(202)).body.id).toBe(begun.id);
  const query = 'query ($id: ID!) { operation(id: $id) { archiving { upTo archives { id } } } }';
  const { body } = await api.post('/graphql').send({ query, variables: { id: begun.id } });
  expect(body.data.operation.archiving).toEqual({ upTo: later, archives: [{ id: result.archives[0]?.id }] });
});

// The last one, for nothing is left after it.
test('a file that is on another server is said to be', async () => {
  rmSync(join(dataDir, 'archive', archive.ledgerFile.path));
  for (const rest of ['ledger', `decisions/${before[0]?.id ?? ''}`]) {
    expect((await api.get(path(`/archives/${archive.id}/${rest}`)).expect(404)).body).toMatchObject({
      code: 'ARCHIVE_FILE_MISSING',
      detail: expect.stringContaining(archive.ledgerFile.path) as string,
    });
  }
});
