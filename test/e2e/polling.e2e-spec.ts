import { request as httpRequest, type IncomingMessage } from 'node:http';
import { statementsOf } from './statements.js';
import { bearer, keyOfTeam } from './team-key.js';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let cluster: string;
let id: string;
beforeAll(async () => {
  api = await TestApi.start();
  cluster = await api.cluster(...Array.from({ length: 60 }, (_, n) => node(`n${n}`)), pod('p'), pod('q', '9'));
  id = (await api.get(`/v1/clusters/${cluster}`)).body.id;
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
});
afterAll(() => api.stop());

/** What comes over the line: nothing is unpacked. */
function ask(path: string, headers: Record<string, string> = {}): Promise<{ head: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    httpRequest(api.url + path, { headers }, (head) => {
      const chunks: Buffer[] = [];
      head.on('data', (chunk: Buffer) => chunks.push(chunk));
      head.on('end', () => {
        resolve({ head, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Whether a statement reads: what begins and ends a transaction is no part of the answer. */
function isRead(text: string): boolean {
  return /^\s*(SELECT|WITH|DECLARE|FETCH)/i.test(text) && !/^\s*SELECT set_config/.test(text);
}

const POLLED = [
  '',
  '/api/v1/nodes',
  '/api/v1/pods?labelSelector=a',
  '/profiles',
  '/decisions',
  '/decisions?outcome=unschedulable&since=2026-01-01',
  '/decision-totals?groupBy=plugin',
  '/waits?groupBy=day',
  '/revisions',
  '/changes',
  '/export',
];

test.each(POLLED)(
  'a poll of %j that has seen it is answered without the work, in less than 300 bytes',
  async (path) => {
    const url = `/v1/clusters/${cluster}${path}`;
    const { head } = await ask(url);
    expect([head.statusCode, head.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const tag = head.headers.etag ?? 'none';
    await ask(url, { 'if-none-match': tag });
    const { answer: again, statements } = await statementsOf(
      () => ask(url, { 'if-none-match': tag }),
      api.database.url,
    );
    expect([again.head.statusCode, again.body.length, again.head.headers.etag]).toEqual([304, 0, tag]);
    expect(statements.filter(isRead)).toHaveLength(1);
    const bytes = again.head.rawHeaders.join(': ').length + 'HTTP/1.1 304 Not Modified\r\n\r\n'.length;
    expect(bytes).toBeLessThan(300);
    await api
      .patch(`/v1/clusters/${cluster}/api/v1/nodes/n0`)
      .set('content-type', 'application/merge-patch+json')
      .send({ metadata: { labels: { n: `v${Math.random()}`.replace('.', '') } } })
      .expect(200);
    expect((await ask(url, { 'if-none-match': tag })).head.statusCode).toBe(200);
  },
);

test('a cluster that is renamed, and another of its name, are no longer what was seen', async () => {
  const one = await api.cluster(node('a'));
  const tag = (await ask(`/v1/clusters/${one}/api/v1/nodes`)).head.headers.etag ?? '';
  await api.delete(`/v1/clusters/${one}`).expect(204);
  await api.post('/v1/clusters').send({ name: one }).expect(201);
  expect((await ask(`/v1/clusters/${one}/api/v1/nodes`, { 'if-none-match': tag })).head.statusCode).toBe(200);
});

test('tags tell readers apart who do not see the same, and no cache gives one what another was answered', async () => {
  const { key } = await keyOfTeam(api, { team: 'guests', roles: ['viewer'] });
  const grants = `/v1/clusters/${cluster}/grants`;
  const granted = await api.post(grants).send({ team: 'guests', role: 'viewer' }).expect(201);
  const url = `/v1/clusters/default%2F${cluster}/api/v1/pods`;
  const { etag, vary } = (await ask(url)).head.headers;
  expect(vary).toContain('authorization');
  const guest = (tag = ''): ReturnType<typeof ask> => ask(url, { ...bearer({ key }), 'if-none-match': tag });
  expect((await guest(etag)).head.statusCode).toBe(200);
  const before = (await guest()).head.headers.etag;
  expect((await guest(before)).head.statusCode).toBe(304);
  await api.post(grants).send({ team: 'guests', role: 'viewer', namespace: 'default' }).expect(201);
  expect((await guest(before)).head.statusCode).toBe(200);
  await api.delete(`${grants}/${granted.body.id as string}`);
});

test('tags tell forms apart, and one form of an answer is not the other', async () => {
  const url = `/v1/clusters/${cluster}/decisions`;
  const csv = await ask(url, { accept: 'text/csv' });
  const json = await ask(url, { accept: 'application/json', 'if-none-match': csv.head.headers.etag ?? '' });
  expect([csv.head.statusCode, json.head.statusCode, json.head.headers.vary]).toEqual([
    200,
    200,
    expect.stringContaining('accept') as string,
  ]);
});

test('what cannot change is immutable: by the id of its cluster, not by a name that another may have', async () => {
  const [decision] = (await api.get(`/v1/clusters/${cluster}/decisions`)).body.items as { id: string }[];
  const cacheOf = async (path: string): Promise<string | undefined> => (await ask(path)).head.headers['cache-control'];
  const immutable = 'private, max-age=31536000, immutable';
  for (const path of [
    `/v1/clusters/${cluster}/decisions/${decision?.id}`,
    `/v1/clusters/${cluster}/decisions/${decision?.id}/trace`,
    `/v1/clusters/${id}/api/v1/nodes?at=1`,
    `/v1/clusters/${id}/export?at=revision:1`,
    `/v1/clusters/${id}/revisions/1`,
    `/v1/clusters/${id}/profiles/default-scheduler/versions/1`,
  ])
    expect([path, await cacheOf(path)]).toEqual([path, immutable]);
  for (const path of [
    `/v1/clusters/${cluster}/api/v1/nodes?at=1`,
    `/v1/clusters/${cluster}/revisions/1`,
    `/v1/clusters/${id}/api/v1/nodes?at=${encodeURIComponent(new Date().toISOString())}`,
    `/v1/clusters/${id}?at=1`,
    '/v1/clusters',
    `/v1/clusters/${cluster}/runs`,
  ])
    expect([path, await cacheOf(path)]).toEqual([path, 'private, no-cache']);
  expect(await cacheOf(`/v1/clusters/${id}/revisions/99`)).toBeUndefined();
});

describe('texts are packed', () => {
  test.each([
    ['/export', 'application/json'],
    ['/export', 'application/yaml'],
    ['/api/v1/nodes', 'application/json'],
    ['/changes', 'application/json'],
    ['/decisions', 'application/json'],
    ['/decisions', 'text/csv'],
    ['/ledger', 'application/x-ndjson'],
  ])('%s as %s', async (path, accept) => {
    const url = `/v1/clusters/${cluster}${path}`;
    const plain = await ask(url, { accept });
    expect(plain.head.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['gzip', 'br']) {
      const packed = await ask(url, { accept, 'accept-encoding': encoding });
      expect([packed.head.headers['content-encoding'], packed.head.headers.vary]).toEqual([
        encoding,
        expect.stringContaining('accept-encoding') as string,
      ]);
      expect(packed.body.length).toBeLessThan(plain.body.length * 0.6);
      expect(packed.head.headers.etag).toBe(plain.head.headers.etag);
    }
  });

  test('but not small ones, and not what is reported as it happens', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    expect((await ask(`/v1/clusters/${cluster}`, headers)).head.headers['content-encoding']).toBeUndefined();
    const replay = await fetch(`${api.url}/v1/clusters/${cluster}/replays`, {
      method: 'POST',
      headers: { ...headers, accept: 'application/x-ndjson' },
    });
    expect([replay.status, replay.headers.get('content-encoding')]).toEqual([200, null]);
    await replay.text();
  });
});

test.each([
  ['/decisions?since=24h', 2],
  ['/decisions?since=2020-01-01', 2],
  ['/decisions?until=1d', 0],
  ['/decisions?since=24h&pageSize=1', 1],
  ['/revisions?since=5m&pageSize=500', 'some'],
  ['/revisions?until=1w', 0],
  ['/changes?until=2020-01-01', 0],
  ['/decision-totals?groupBy=day&since=7d', 1],
  ['/decision-totals?groupBy=day&until=1d', 0],
])('%s', async (path, count) => {
  const { body } = await api.get(`/v1/clusters/${cluster}${path}`).expect(200);
  if (count === 'some') expect(body.items.length).toBeGreaterThan(0);
  else expect(body.items).toHaveLength(count as number);
});

test('pages of a list of late go on', async () => {
  const url = `/v1/clusters/${cluster}/decisions?since=24h&pageSize=1`;
  const { nextPageToken } = (await api.get(url).expect(200)).body;
  expect((await api.get(`${url}&pageToken=${nextPageToken}`).expect(200)).body.items).toHaveLength(1);
});

test.each(['since=yesterday', 'since=2026-02-31', 'since=0h', 'since=24', 'until=-1d'])(
  '%s is refused',
  async (query) => {
    const { body } = await api.get(`/v1/clusters/${cluster}/decisions?${query}`).expect(400);
    expect(body.errors[0].detail).toMatch(/^must be an RFC 3339 time .*, a date .*, or how long ago: 24h, 7d$/);
  },
);

test('a moment may be a date', async () => {
  const { body } = await api.get(`/v1/clusters/${cluster}?at=2020-01-01`).expect(410);
  expect(body.code).toBe('HISTORY_EXPIRED');
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect((await api.get(`/v1/clusters/${cluster}?at=${day}`).expect(400)).body.errors[0].detail).toContain('at most');
});

test('GraphQL reads times in the same ways', async () => {
  const ask = async (since: string): Promise<unknown> =>
    (
      await api
        .post('/graphql')
        .send({ query: `{ cluster(name: "${cluster}") { decisions(since: "${since}") { edges { cursor } } } }` })
    ).body;
  for (const since of ['24h', '2020-01-01', '2020-01-01T00:00:00Z'])
    expect(await ask(since)).toMatchObject({ data: { cluster: { decisions: { edges: [{}, {}] } } } });
  expect(JSON.stringify(await ask('soon'))).toContain('or how long ago: 24h, 7d');
});
