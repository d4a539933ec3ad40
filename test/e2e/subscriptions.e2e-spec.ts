import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
const clients: Client[] = [];
beforeAll(async () => {
  api = await TestApi.start({ BERTH_WATCH_PATIENCE: '1s', BERTH_CORS_ORIGINS: 'https://board.example' });
});
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await api.stop();
});

interface Event {
  readonly position: string;
  readonly change: Readonly<Record<string, unknown>> | null;
}

const address = (): string => `${api.url.replace('http', 'ws')}/graphql`;

function client(headers: Readonly<Record<string, string>> = {}): Client {
  class WithHeaders extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers });
    }
  }
  const made = createClient({ url: address(), webSocketImpl: WithHeaders, retryAttempts: 0 });
  clients.push(made);
  return made;
}

const CHANGES = `subscription ($cluster: ID!, $after: String, $kinds: [String!], $namespaces: [String!]) {
  changes(clusterId: $cluster, after: $after, kinds: $kinds, namespaces: $namespaces) {
    position change { position revision at op apiVersion kind namespace name uid object patch preemptor { name } }
  }
}`;

/** The first events of a subscription, which is given back then; `begun` follows the first. */
async function taken(
  variables: Readonly<Record<string, unknown>>,
  count: number,
  begun?: () => Promise<void>,
): Promise<Event[]> {
  const events: Event[] = [];
  for await (const { data, errors } of client().iterate<{ readonly changes: Event }>({ query: CHANGES, variables })) {
    if (errors !== undefined || data === undefined || data === null) throw new Error(JSON.stringify(errors));
    events.push(data.changes);
    if (events.length === 1) await begun?.();
    if (events.length === count) break;
  }
  return events;
}

/** What ends a subscription that is refused. */
async function refusal(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
  const answered: unknown[] = [];
  try {
    for await (const { errors } of client({ 'x-request-id': 'mine' }).iterate({ query, variables }))
      answered.push(errors);
  } catch (error) {
    return error;
  }
  return answered[0];
}

async function addNamespace(cluster: string, name: string): Promise<void> {
  await api
    .post(`/v1/clusters/${cluster}/api/v1/namespaces`)
    .send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    .expect(201);
}

test('a sign of life at once, then every change as REST lists it', async () => {
  const cluster = await api.cluster(node('a'));
  const events = await taken({ cluster }, 4, async () => {
    for (const name of ['one', 'two', 'three']) await addNamespace(cluster, name);
  });
  expect(events[0]).toEqual({ position: '1', change: null });
  const { body } = await api.get(`/v1/clusters/${cluster}/changes?after=1`);
  expect(events.slice(1).map(({ change }) => change)).toEqual(
    body.items.map((item: object) => ({ patch: null, preemptor: null, ...item })),
  );
});

test('after a position, of some kinds and namespaces', async () => {
  const cluster = await api.cluster(node('a'), pod('p'), pod('q'));
  expect((await taken({ cluster, after: '2' }, 3)).map(({ position }) => position)).toEqual(['2', '3', '4']);
  const pods = await taken({ cluster, after: '0', kinds: ['Pod'], namespaces: ['default'] }, 3);
  expect(pods.map(({ change }) => change?.['name'])).toEqual([undefined, 'p', 'q']);
});

test.each([
  ['a cluster that is not there', CHANGES, { cluster: 'nowhere' }, 'CLUSTER_NOT_FOUND'],
  ['a position that is not there yet', CHANGES, { cluster: 'known', after: '99' }, 'POSITION_AHEAD'],
  ['a position that is none', CHANGES, { cluster: 'known', after: 'x' }, 'INVALID_REQUEST'],
  ['a query', '{ __typename }', {}, 'INVALID_REQUEST'],
  [
    'a mutation',
    'mutation { deleteCluster(input: { clusterId: "known" }) { refusals { code } } }',
    {},
    'INVALID_REQUEST',
  ],
  ['a text that cannot be parsed', 'subscription {', {}, 'INVALID_QUERY'],
  [
    'a text that is too long',
    `subscription { changes(clusterId: "known") { ${'position '.repeat(2_000)} } }`,
    {},
    'QUERY_TOO_COMPLEX',
  ],
  ['a field that is not there', 'subscription { changes(clusterId: "known") { positio } }', {}, 'INVALID_QUERY'],
  [
    'two fields at once',
    'subscription { a: changes(clusterId: "known") { position } b: changes(clusterId: "known") { position } }',
    {},
    'INVALID_QUERY',
  ],
  [
    'too many aliases',
    `subscription { changes(clusterId: "known") {
      ${Array.from({ length: 31 }, (_, index) => `a${index}: position`).join(' ')} } }`,
    {},
    'QUERY_TOO_COMPLEX',
  ],
])('%s is refused with the code and the request id that queries have', async (_what, query, variables, code) => {
  if ((await api.get('/v1/clusters/known')).status === 404)
    await api.post('/v1/clusters').send({ name: 'known' }).expect(201);
  const errors = await refusal(query, variables);
  expect(errors).toEqual([
    expect.objectContaining({ extensions: expect.objectContaining({ code, requestId: 'mine' }) }),
  ]);
  expect(JSON.stringify(errors)).not.toMatch(/Did you mean|stack/);
  expect((await api.get('/v1/clusters/known')).status).toBe(200);
});

test('a subscription of a cluster that is deleted ends with its last change and says why', async () => {
  const cluster = await api.cluster(node('a'));
  const seen: unknown[] = [];
  const following = (async () => {
    for await (const { data } of client().iterate<{ readonly changes: Event }>({
      query: CHANGES,
      variables: { cluster, after: '0' },
    })) {
      seen.push(data?.changes.position);
      if (data?.changes.change) await api.delete(`/v1/clusters/${cluster}`).expect(204);
    }
  })();
  await expect(following).rejects.toEqual([
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'CLUSTER_NOT_FOUND' }) }),
  ]);
  expect(seen).toEqual(['0', '1']);
});

/** How a connection is closed that says these things: the first at once, the others when that is acknowledged. */
async function closing([first, ...others]: readonly string[], protocol = 'graphql-transport-ws'): Promise<number> {
  const socket = new WebSocket(address(), protocol);
  socket.on('open', () => {
    if (first !== undefined) socket.send(first);
  });
  socket.on('message', (data: Buffer) => {
    if (data.toString().includes('connection_ack')) for (const message of others) socket.send(message);
  });
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

const INIT = '{"type":"connection_init"}';
const SUBSCRIBE =
  '{"id":"1","type":"subscribe","payload":{"query":"subscription { changes(clusterId: \\"known\\") { position } }"}}';

test.each([
  ['nothing', [], 4408],
  ['a second beginning', [INIT, INIT], 4429],
  ['a subscription before the beginning', [SUBSCRIBE], 4401],
  ['an id twice', [INIT, SUBSCRIBE, SUBSCRIBE], 4409],
  ['what is no message', ['hello'], 4400],
  ['more than a subscription can be', [`"${'x'.repeat(70_000)}"`], 1009],
])('a connection that says %s is closed', async (_what, messages, code) => {
  if ((await api.get('/v1/clusters/known')).status === 404)
    await api.post('/v1/clusters').send({ name: 'known' }).expect(201);
  expect(await closing(messages)).toBe(code);
});

test('a connection has a hundred subscriptions at a time, and those that it gives back make room', async () => {
  const cluster = await api.cluster(node('a'));
  const socket = new WebSocket(address(), 'graphql-transport-ws');
  const said: { readonly id?: string; readonly type: string; readonly payload?: unknown }[] = [];
  socket.on('message', (data: Buffer) => said.push(JSON.parse(data.toString('utf8')) as (typeof said)[number]));
  await once(socket, 'open');
  socket.send(INIT);
  const subscribe = (id: number): void => {
    socket.send(
      JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: CHANGES, variables: { cluster } } }),
    );
  };
  const hears = async (id: number, type: string): Promise<unknown> => {
    for (;;) {
      const message = said.find((one) => one.id === String(id) && one.type === type);
      if (message !== undefined) return message.payload;
      await once(socket, 'message');
    }
  };
  while (said.length === 0) await once(socket, 'message');
  for (let id = 1; id <= 101; id++) subscribe(id);
  expect(await hears(101, 'error')).toEqual([
    expect.objectContaining({
      message: 'a connection has at most 100 subscriptions at a time',
      extensions: expect.objectContaining({ code: 'QUERY_TOO_COMPLEX' }),
    }),
  ]);
  await hears(100, 'next');
  socket.send('{"id":"1","type":"complete"}');
  subscribe(102);
  await hears(102, 'next');
  socket.terminate();
});

/** The status of the answer to a request for a WebSocket. */
async function upgrade(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}${path}`, 'graphql-transport-ws', { headers });
  return new Promise((resolve) => {
    socket.on('open', () => {
      resolve(101);
      socket.terminate();
    });
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      resolve(statusCode);
      socket.terminate();
    });
    socket.on('error', () => undefined);
  });
}

test.each([
  ['the page of another site', '/graphql', { origin: 'https://elsewhere.example' }, 403],
  ['the page of a site that may', '/graphql', { origin: 'https://board.example' }, 101],
  ['no page at all', '/graphql', {}, 101],
  ['another path', '/graphql2', {}, 404],
])('a WebSocket from %s', async (_what, path, headers, status) => {
  expect(await upgrade(path, headers)).toBe(status);
});

test('a WebSocket to a container is refused with a Status, whose message kubectl exec prints', async () => {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/v1/clusters/prod/api/v1/namespaces/a/pods/b/exec`);
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  expect(JSON.parse(await text(answer))).toMatchObject({
    ...{ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 },
    message: expect.stringContaining('runs no containers') as string,
  });
});

test('a page of the service itself may connect', async () => {
  expect(await upgrade('/graphql', { origin: api.url })).toBe(101);
});

test('a reader that takes nothing hears where to go on, and cut off', async () => {
  const large = (index: number): object => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `n${index}`, annotations: { much: 'x'.repeat(200_000) } },
  });
  const cluster = await api.cluster(...Array.from({ length: 80 }, (_, index) => large(index)));
  const socket = new WebSocket(address(), 'graphql-transport-ws');
  const positions: string[] = [];
  const subscription = JSON.stringify({
    id: '1',
    type: 'subscribe',
    payload: { query: CHANGES, variables: { cluster, after: '0' } },
  });
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as {
      readonly type: string;
      readonly payload?: { readonly data: { readonly changes: Event } };
    };
    if (message.type === 'connection_ack') socket.send(subscription);
    if (message.payload === undefined) return;
    positions.push(message.payload.data.changes.position);
    // Longer than the deadline, shorter than the goodbye.
    if (positions.length === 1) {
      socket.pause();
      setTimeout(() => {
        socket.resume();
      }, 2_000);
    }
  });
  socket.on('open', () => {
    socket.send(INIT);
  });
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([4480, `too slow: go on after ${positions.at(-1)}`]);
  expect(positions).toEqual(Array.from({ length: positions.length }, (_, index) => String(index)));
  expect(positions.length).toBeLessThan(81);
});
