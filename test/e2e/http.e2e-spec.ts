import { once } from 'node:events';
import { get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { TestApi, node } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off', BERTH_CORS_ORIGINS: 'https://dash.example' });
});
afterAll(() => api.stop());

test('nobody is asked who they are, so that pages of other hosts get no answer by a name that leads here', async () => {
  for (const host of ['rebound.example', 'rebound.example:3000', '192.168.1.5']) {
    const { status, body } = await api.get('/v1/clusters').set({ host });
    expect([status, body.code, body.detail]).toEqual([400, 'INVALID_REQUEST', expect.stringContaining('`Host`')]);
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { host, origin: `http://${host}` },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init' }));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(4401);
  }
  for (const host of ['localhost:1', '127.0.0.1', '[::1]:3000'])
    await api.get('/v1/clusters').set({ host }).expect(200);
});

test.each<[string, Record<string, string>, number]>([
  ['a page of another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
  ['one whose browser says no site', { origin: 'https://evil.example' }, 403],
  ['one of another port here', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }, 403],
  ['one in a frame without an origin', { origin: 'null' }, 403],
  ['one that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a page that is listed', { origin: 'https://dash.example', 'sec-fetch-site': 'cross-site' }, 201],
  ['a page of the service', { 'sec-fetch-site': 'same-origin' }, 201],
  ['a person at the address bar', { 'sec-fetch-site': 'none' }, 201],
  ['a program', {}, 201],
])('where no key is asked for, %s writes or is refused', async (_, headers, status) => {
  const cluster = await api.cluster();
  const writes = [
    await api.post(`/v1/clusters/${cluster}/api/v1/nodes`).set(headers).send(node('m')),
    await api
      .post('/v1/clusters')
      .set({ ...headers, 'content-type': 'application/json' })
      .send(JSON.stringify({ name: `${cluster}-${status}` })),
  ];
  expect(writes.map((answer) => answer.status)).toEqual([status, status]);
  const imported = await api
    .post(`/v1/clusters/${cluster}/import`)
    .set({ ...headers, 'content-type': 'text/plain' })
    .send(JSON.stringify(node('n')));
  expect(imported.status === 403).toBe(status === 403);
  if (status === 403) expect(writes[1]?.body.code).toBe('FORBIDDEN');
  await api.get('/v1/clusters').set(headers).expect(200);
});

describe('a request id', () => {
  test('that the caller gives is echoed, in the answer, in errors and in the log', async () => {
    const answer = await api
      .get('/v1/clusters/none')
      .set({ 'x-request-id': 'job-7:1', 'x-berth-actor': 'ann' })
      .expect(404);
    expect(answer.headers['x-request-id']).toBe('job-7:1');
    expect(answer.body.requestId).toBe('job-7:1');
    expect(api.log).toContainEqual(
      expect.objectContaining({
        requestId: 'job-7:1',
        method: 'GET',
        route: '/v1/clusters/:cluster',
        path: '/v1/clusters/none',
        operation: 'getCluster',
        cluster: 'none',
        actor: 'ann',
        code: 'CLUSTER_NOT_FOUND',
        status: 404,
        ms: expect.any(Number),
      }),
    );
  });

  test.each(['with space', 'x'.repeat(129), '{"a":1}'])(
    'that is not fit for a log line (%s) is replaced',
    async (id) => {
      const answer = await api.get('/livez').set('x-request-id', id).expect(200);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

test('a query is in the log under the first field that it asks for', async () => {
  const query = { query: 'query ($name: String) { cluster(name: $name) { id } }', variables: { name: 'none' } };
  await api.post('/graphql').set('x-request-id', 'q-1').send(query).expect(200);
  await api.post('/graphql').set('x-request-id', 'q-2').send({ query: '{' });
  const of = (requestId: string): object | undefined => api.log.find((line) => line['requestId'] === requestId);
  expect(of('q-1')).toMatchObject({ path: '/graphql', operation: 'Query.cluster', cluster: 'none', status: 200 });
  expect(of('q-2')).toMatchObject({ operation: 'none', code: 'INVALID_QUERY' });
});

const refused: [string, string, Record<string, string>, string | undefined, number, object][] = [
  ['an unknown path', 'GET /nope', {}, undefined, 404, { code: 'ROUTE_NOT_FOUND', instance: '/nope' }],
  ['a method that a path does not serve', 'PUT /v1/clusters', {}, undefined, 405, { code: 'METHOD_NOT_ALLOWED' }],
  [
    'malformed JSON',
    'POST /v1/clusters',
    { 'content-type': 'application/json' },
    '{"name":',
    400,
    { code: 'MALFORMED_BODY', detail: expect.stringContaining('not valid JSON') },
  ],
  [
    'a key that stands twice',
    'POST /v1/clusters',
    { 'content-type': 'application/json' },
    '{"name":"a","name":"b"}',
    400,
    { code: 'MALFORMED_BODY', detail: expect.stringContaining('"name" twice') },
  ],
  [
    'bytes that are no text',
    'POST /v1/clusters',
    { 'content-type': 'application/json' },
    '\u{ff}',
    400,
    { code: 'MALFORMED_BODY' },
  ],
  [
    'a form',
    'POST /v1/clusters',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'name=a',
    415,
    { code: 'UNSUPPORTED_MEDIA_TYPE' },
  ],
  [
    'YAML where it is not read',
    'POST /v1/clusters',
    { 'content-type': 'application/yaml' },
    'name: a',
    415,
    { code: 'UNSUPPORTED_MEDIA_TYPE' },
  ],
  [
    'a body that is too large',
    'POST /v1/clusters',
    { 'content-type': 'application/json' },
    ' '.repeat(8 * 2 ** 20 + 1),
    413,
    { code: 'PAYLOAD_TOO_LARGE' },
  ],
  ['a NUL in a path', 'GET /v1/clusters/%00', {}, undefined, 400, { code: 'INVALID_REQUEST' }],
  ['a NUL in a query', 'GET /v1/clusters/a/decisions?node=%00', {}, undefined, 400, { code: 'INVALID_REQUEST' }],
  [
    'a NUL in a body',
    'POST /v1/clusters/a/runs',
    { 'content-type': 'application/json' },
    '{"pods":{"names":["a/\\u0000"]}}',
    400,
    { errors: [{ pointer: '/pods/names/0' }] },
  ],
  ['a path that cannot be read', 'GET /v1/clusters/%zz', {}, undefined, 400, { code: 'INVALID_REQUEST' }],
];

test.each(refused)('%s is refused as a problem', async (_, call, headers, body, status, problem) => {
  const [method = '', path = ''] = call.split(' ');
  const bytes = body === undefined ? {} : { body: Buffer.from(body, 'latin1') };
  const response = await fetch(api.url + path, { method, headers, ...bytes });
  expect(await response.json()).toMatchObject({ status, requestId: response.headers.get('x-request-id'), ...problem });
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.status).toBe(status);
});

test('405 and OPTIONS say what is allowed', async () => {
  expect((await api.put('/v1/clusters').expect(405)).headers['allow']).toBe('GET, HEAD, POST');
  expect((await api.options('/v1/clusters').expect(204)).headers['allow']).toBe('GET, HEAD, POST');
});

test('HEAD answers as GET without a body', async () => {
  const cluster = await api.cluster(node('a'));
  const response = await fetch(`${api.url}/v1/clusters/${cluster}`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(response.headers.get('etag')).toBe((await fetch(`${api.url}/v1/clusters/${cluster}`)).headers.get('etag'));
  expect((await fetch(`${api.url}/v1/clusters/none`, { method: 'HEAD' })).status).toBe(404);
});

test('browsers may call from the origins that are set, and from no other', async () => {
  const ask = (origin: string): Promise<Response> =>
    fetch(`${api.url}/v1/clusters`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const known = await ask('https://dash.example');
  expect(known.status).toBe(204);
  expect(known.headers.get('access-control-allow-origin')).toBe('https://dash.example');
  expect(known.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const get = await fetch(`${api.url}/v1/clusters`, { headers: { origin: 'https://dash.example' } });
  expect(get.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  expect(get.headers.get('vary')).toMatch(/origin.*accept/i);
});

test('a key `__proto__` is a key like any other', async () => {
  const response = await fetch(`${api.url}/v1/clusters`, {
    method: 'POST',
    body: '{"name":"proto","__proto__":{"polluted":true}}',
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a caller that breaks off its body harms nobody', async () => {
  const { hostname, port } = new URL(api.url);
  const cluster = await api.cluster();
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /v1/clusters/${cluster}/import HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nkind: No`,
        () => {
          socket.destroy();
        },
      );
    });
    socket.on('close', () => {
      resolve();
    });
  });
  expect((await api.get(`/v1/clusters/${cluster}`).expect(200)).body.revision).toBe('0');
});

describe('health', () => {
  test('says ok, and with verbose a line a check', async () => {
    expect((await api.get('/livez').expect(200)).text).toBe('ok');
    expect((await api.get('/readyz').expect(200)).text).toBe('ok');
    expect((await api.get('/readyz?verbose').expect(200)).text).toMatch(
      /^\[\+\]shutdown ok\n\[\+\]database ok\n(\[\+\]disk ok|\[!\]disk warning: .+)\nreadyz check passed\n$/,
    );
  });

  test('without a database, it lives but is not ready, and calls are asked to come again', async () => {
    const lonely = await TestApi.startWithoutDatabase();
    expect((await lonely.get('/livez').expect(200)).text).toBe('ok');
    expect((await lonely.get('/readyz').expect(503)).text).toMatch(
      /^\[\+\]shutdown ok\n\[-\]database failed: the server does not answer\n.*disk.*\nreadyz check failed\n$/,
    );
    const answer = await lonely.get('/v1/clusters').expect(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.body).toMatchObject({ code: 'UNAVAILABLE', detail: 'the database does not answer; try again later' });
    expect(lonely.log).toContainEqual(
      expect.objectContaining({
        requestId: answer.body.requestId,
        err: expect.objectContaining({ code: 'ECONNREFUSED' }),
      }),
    );
    const status = await lonely.get('/v1/clusters/any/api/v1/nodes').expect(503);
    expect(status.body).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable', code: 503 });
    await lonely.stop();
  });

  test.each([
    '/livez',
    '/docs',
    '/docs/swagger-ui.css',
    '/ui/',
    '/openapi.json',
    '/v1/clusters',
    '/v1/none',
    '/none',
    '/graphql',
    '/v1/heads',
  ])('the type of an answer is what it says: %s', async (path) => {
    const answer = await fetch(`${api.url}${path}`);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    await answer.body?.cancel();
  });

  test('no page frames the documentation', async () => {
    for (const path of ['/docs', '/docs/errors'])
      expect((await api.get(path).expect(200)).headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('no cache keeps a new key, or a ledger', async () => {
    const key = await api
      .post('/v1/teams/default/keys')
      .send({ name: 'uncached', roles: ['viewer'] })
      .expect(201);
    const ledger = await api.get(`/v1/clusters/${await api.cluster(node('n'))}/ledger`).expect(200);
    for (const { headers } of [key, ledger]) expect(headers['cache-control']).toBe('no-store');
  });

  test('a service that stops closes the connections that idle', async () => {
    const stopping = await TestApi.start();
    const reused = new Promise<void>((resolve) => {
      httpGet(`${stopping.url}/livez`, { headers: { connection: 'keep-alive' } }, (response) => {
        response.resume().socket.on('close', () => {
          resolve();
        });
      });
    });
    await stopping.get('/livez').expect(200);
    await stopping.stop();
    await reused;
  });
});
