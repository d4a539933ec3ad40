import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

const send = (
  method: string,
  path: string,
  { body, ...headers }: { readonly body?: unknown } & Readonly<Record<string, unknown>> = {},
): Promise<Response> =>
  fetch(api.url + path, {
    method,
    headers: {
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      ...(headers as Record<string, string>),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const tagOf = async (path: string): Promise<string> => (await send('GET', path)).headers.get('etag') ?? 'none';
const revisionOf = async (cluster: string): Promise<string> =>
  ((await (await send('GET', `/v1/clusters/${cluster}`)).json()) as { revision: string }).revision;

/** What is written where: each with a body that changes it. */
const kinds: [string, (cluster: string) => string, 'PUT' | 'PATCH', (n: number) => unknown][] = [
  [
    'an object',
    (cluster) => `/v1/clusters/${cluster}/api/v1/nodes/a`,
    'PATCH',
    (n) => ({ metadata: { labels: { n: `v${n}` } } }),
  ],
  [
    'an object that is replaced',
    (cluster) => `/v1/clusters/${cluster}/api/v1/nodes/a`,
    'PUT',
    (n) => ({ metadata: { name: 'a', labels: { n: `v${n}` } } }),
  ],
  [
    'a profile',
    (cluster) => `/v1/clusters/${cluster}/profiles/mine`,
    'PUT',
    (n) => ({ percentageOfNodesToScore: n + 1 }),
  ],
  [
    'a cluster',
    (cluster) => `/v1/clusters/${cluster}`,
    'PATCH',
    (n) => ({ traceBudget: { keep: 'top', nodes: n + 1 } }),
  ],
];

describe.each(kinds)('%s', (_what, pathOf, method, bodyOf) => {
  let path: string;
  let cluster: string;
  beforeEach(async () => {
    cluster = ((await (await send('GET', `/v1/clusters/${await api.cluster(node('a'))}`)).json()) as { id: string }).id;
    await send('POST', `/v1/clusters/${cluster}/profiles`, { body: { schedulerName: 'mine' } });
    path = pathOf(cluster);
  });

  test('is written with the ETag that was read, and the answer has the next one', async () => {
    const before = await tagOf(path);
    const written = await send(method, path, { 'if-match': before, body: bodyOf(1) });
    expect(written.status).toBe(200);
    const after = await tagOf(path);
    expect([written.headers.get('etag'), after === before]).toEqual([after, false]);
  });

  test('is not written with an older ETag, and the answer names the present one', async () => {
    const before = await tagOf(path);
    await send(method, path, { body: bodyOf(1) });
    const [present, revision] = [await tagOf(path), await revisionOf(cluster)];
    for (const given of [before, `W/${present}`, '"x"']) {
      const refused = await send(method, path, { 'if-match': given, body: bodyOf(2) });
      expect(refused.status).toBe(412);
      const version = present.replaceAll('"', '').replace(/^(\d+)\.\d+$/, '$1');
      expect(await refused.text()).toContain(version);
    }
    expect((await send('DELETE', path, { 'if-match': before })).status).toBe(412);
    expect([await tagOf(path), await revisionOf(cluster)]).toEqual([present, revision]);
  });

  test('is not written when it is there and must not be, or has a version that it must not have', async () => {
    const present = await tagOf(path);
    for (const given of ['*', present, `"x", W/${present}`]) {
      expect((await send(method, path, { 'if-none-match': given, body: bodyOf(2) })).status).toBe(412);
    }
    expect(await tagOf(path)).toBe(present);
    expect((await send(method, path, { 'if-none-match': '"x"', 'if-match': '*', body: bodyOf(3) })).status).toBe(200);
  });

  test('one of many who read the same writes it', async () => {
    const before = await tagOf(path);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => send(method, path, { 'if-match': before, body: bodyOf(n + 10) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  test('a key is honoured', async () => {
    const call = (n: number): Promise<Response> =>
      send(method, path, { 'idempotency-key': `k-${path}`, body: bodyOf(n) });
    const first = await call(1);
    const again = await call(1);
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
    expect(await again.json()).toEqual(await first.json());
    expect((await call(2)).status).toBe(422);
    const gone = (): Promise<Response> => send('DELETE', path, { 'idempotency-key': `d-${path}` });
    const deleted = await gone();
    expect(deleted.ok).toBe(true);
    const repeated = await gone();
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([deleted.status, 'true']);
  });
});

test.each([
  ['a cluster', '/v1/clusters', (name: string) => ({ name })],
  ['an object', '/v1/clusters/CLUSTER/api/v1/nodes', (name: string) => ({ metadata: { name } })],
  ['a profile', '/v1/clusters/CLUSTER/profiles', (name: string) => ({ schedulerName: name })],
])('%s is created only if it is not there', async (_what, where, bodyOf) => {
  const path = where.replace('CLUSTER', await api.cluster());
  const body = bodyOf(`made-${path.length}`);
  expect((await send('POST', path, { 'if-match': '*', body })).status).toBe(412);
  expect((await send('POST', path, { 'if-none-match': '*', body })).status).toBe(201);
  expect((await send('POST', path, { 'if-none-match': '*', body })).status).toBe(412);
  expect((await send('POST', path, { body })).status).toBe(409);
});

test('a pod is bound only in the version that was read', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const path = `/v1/clusters/${cluster}/api/v1/namespaces/default/pods/p`;
  const body = { metadata: { name: 'p' }, target: { name: 'a' } };
  expect((await send('POST', `${path}/binding`, { 'if-match': '"1"', body })).status).toBe(412);
  expect((await send('POST', `${path}/binding`, { 'if-match': await tagOf(path), body })).status).toBe(201);
});

test.each([
  ['POST', '/runs'],
  ['POST', '/import'],
  ['POST', '/forks'],
  ['POST', '/checkpoints'],
  ['POST', '/replays'],
  ['POST', '/scheduler-configuration'],
  ['DELETE', '/api/v1/nodes'],
])('%s %s says that it takes no conditions', async (method, path) => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const before = await revisionOf(cluster);
  const answer = await send(method, `/v1/clusters/${cluster}${path}`, { 'if-match': '"1"', body: {} });
  expect([answer.status, (await answer.text()).includes('If-Match')]).toEqual([400, true]);
  expect(await revisionOf(cluster)).toBe(before);
});

test.each(['/v1/clusters/CLUSTER/checkpoints', '/v1/clusters/CLUSTER/replays', '/v1/archives', '/v1/verifications'])(
  'POST %s says that it takes no key',
  async (path) => {
    const answer = await send('POST', path.replace('CLUSTER', await api.cluster()), {
      'idempotency-key': 'k',
      body: {},
    });
    expect([answer.status, (await answer.text()).includes('Idempotency-Key')]).toEqual([400, true]);
  },
);
