import { on, once } from 'node:events';
import WebSocket from 'ws';
import { newKeys } from './limits/callers.js';
import { TestApi } from './test-api.js';

/** A caller that asks too often is refused, on every face, in the words of its errors, and costs nothing more. */
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_RATE_LIMIT: '12', BERTH_TEAM_RATE_LIMIT: '100', BERTH_INTROSPECTION: '0' });
});
afterAll(() => api.stop());

test('what is left is said with every answer, and what is beyond is refused before anything is done', async () => {
  const remaining: unknown[] = [];
  for (let count = 0; count < 10; count++) {
    const { status, headers } = await api.get('/v1/clusters');
    expect([status, headers['ratelimit-policy']]).toEqual([200, '"key";q=12;w=60, "team";q=100;w=60']);
    remaining.push(/^"key";r=(\d+);t=\d+, "team";r=(\d+);t=\d+$/.exec(String(headers['ratelimit']))?.slice(1));
  }
  expect([remaining[0], remaining[9]]).toEqual([
    ['11', '99'],
    ['2', '90'],
  ]);
  const query = { query: '{ __schema { queryType { name } } }' };
  const reported = await api.post('/graphql').send(query);
  expect([reported.status, reported.body]).toMatchObject([
    200,
    {
      errors: [
        { message: 'the schema is not available: introspection is turned off', extensions: { code: 'INVALID_QUERY' } },
      ],
    },
  ]);
  expect((await api.get('/v1/clusters/none/api/v1/nodes')).status).toBe(404);

  const refused = await api.post('/v1/clusters').send({ name: 'late' });
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMITED', status: 429 }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/);
  expect((await api.post('/graphql').send(query)).status).toBe(429);
  // However a path is written, and whatever else is wrong.
  for (const path of ['/%76%31/clusters', '/v1/clusters?no=such', '/%67raphql'])
    expect((await api.post(path).send(query)).status).toBe(429);
  expect((await api.get('/v1/clusters/none/api/v1/nodes')).body).toMatchObject({
    kind: 'Status',
    reason: 'TooManyRequests',
    code: 429,
  });
  expect((await api.get('/readyz')).status).toBe(200);
});

/** A message of a WebSocket: what is wrong stands in it, or in an answer without data. */
interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: unknown;
}

async function connected(key: string): Promise<WebSocket> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  return socket;
}

test('a WebSocket and its subscriptions are requests like others', async () => {
  const [key = ''] = await newKeys(api, 1);
  const socket = await connected(key);
  const messages = on(socket, 'message');
  const heard = async (isIt: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const { value } = (await messages.next()) as { readonly value: [Buffer] };
      const message = JSON.parse(String(value[0])) as Message;
      if (isIt(message)) return message;
    }
  };
  await heard(({ type }) => type === 'connection_ack');
  const subscribed = async (id: string): Promise<string | undefined> => {
    const query = 'subscription { changes(clusterId: "none") { position } }';
    socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } }));
    const { payload } = await heard((message) => message.id === id && message.type !== 'complete');
    return /"code":"([A-Z_]+)"/.exec(JSON.stringify(payload))?.[1];
  };
  const codes: (string | undefined)[] = [];
  for (let count = 1; count < 13; count++) codes.push(await subscribed(String(count)));
  expect(new Set(codes.slice(0, -1))).toEqual(new Set(['CLUSTER_NOT_FOUND']));
  expect(codes.at(-1)).toBe('RATE_LIMITED');
  socket.close();
  const [code, reason] = (await once(await connected(key), 'close')) as [number, Buffer];
  expect([code, String(reason)]).toEqual([
    4481,
    expect.stringMatching(/^the key may send 12 requests in 60 seconds; /),
  ]);
});
