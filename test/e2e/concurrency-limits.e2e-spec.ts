import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { importObjects } from '#client';
import { Database } from '#database';
import WebSocket from 'ws';
import { ConcurrencyLimits } from '../../apps/api/src/ground/concurrency/index.js';
import { node, pod, TestApi } from './test-api.js';

/** In each room one heavy request at a time, and none that waits. */
let api: TestApi;
let cluster: string;
let at: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_HEAVY_AT_ONCE: '1', BERTH_HEAVY_WAITING: '0', BERTH_MOST_WATCHERS: '2' });
  cluster = await api.cluster(node('a'), pod('p'));
  at = 'revision:1';
  await importObjects(api.client, cluster, { objects: [node('b')] });
});
afterAll(() => api.stop());

/** Work that has every place of a room until it is asked to end. */
async function full<T>(room: keyof ConcurrencyLimits, work: () => Promise<T>): Promise<T> {
  await settled(room);
  let end = (): void => undefined;
  const held = api.app
    .get(ConcurrencyLimits)
    [room].run(
      { request: {}, team: 'others', caller: 'somebody' },
      () => new Promise<void>((resolve) => (end = resolve)),
    );
  try {
    return await work();
  } finally {
    end();
    await held;
  }
}

const settled = async (room: keyof ConcurrencyLimits): Promise<void> => {
  while (api.app.get(ConcurrencyLimits)[room].load.working > 0) await setTimeout(5);
};

/** What would be, and how two sides differ. */
const WHAT_IF = { steps: [{ schedule: {} }] };
const COMPARISON = { a: {}, b: {} };

function posted(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

const problem = { status: 429, code: 'TOO_MANY_REQUESTS' };
const ARCHIVED = 'archives/1-2/decisions/00000000-0000-7000-8000-000000000000.0';

test.each([
  ['states', 'GET', (): string => `/v1/clusters/${cluster}?at=${at}`],
  ['states', 'GET', (): string => `/v1/clusters/${cluster}/diff?from=${at}`],
  ['streams', 'GET', (): string => `/v1/clusters/${cluster}/export`],
  ['streams', 'GET', (): string => `/v1/clusters/${cluster}/ledger`],
  ['operations', 'POST', (): string => `/v1/clusters/${cluster}/replays`],
  ['operations', 'POST', (): string => '/v1/verifications'],
  ['operations', 'POST', (): string => `/v1/clusters/${cluster}/comparisons`, COMPARISON],
  ['states', 'POST', (): string => `/v1/clusters/${cluster}/what-if`, WHAT_IF],
  ['states', 'POST', (): string => `/v1/clusters/${cluster}/questions/repack`],
  ['states', 'GET', (): string => `/v1/clusters/${cluster}/fit-anywhere?pod=default/p`],
  ['imports', 'POST', (): string => `/v1/clusters/${cluster}/import`, pod('late')],
  ['runs', 'POST', (): string => `/v1/clusters/${cluster}/runs`, { allowEmpty: true }],
  ['states', 'GET', (): string => `/v1/clusters/${cluster}/${ARCHIVED}`],
  ['states', 'GET', (): string => `/v1/clusters/${cluster}/${ARCHIVED}/trace`],
] as const)('of %s no more than there is room for: %s %#', async (room, method, path, body: object = {}) => {
  const ask = (): Promise<Response> => fetch(api.url + path(), method === 'POST' ? posted(body) : {});
  const refused = await full(room, ask);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([429, '5', problem]);
  const served = await ask();
  // Of what is in no archive nothing is reported.
  expect([200, 201, 404]).toContain(served.status);
  await served.arrayBuffer();
});

test('a run of few pods by name is not heavy', async () => {
  const few = { pods: { names: ['default/p'] }, dryRun: true };
  const { status } = await full('runs', () => fetch(`${api.url}/v1/clusters/${cluster}/runs`, posted(few)));
  expect(status).toBe(201);
});

test('the Kubernetes face says it in a Status', async () => {
  const path = `/v1/clusters/${cluster}/api/v1/nodes?at=${at}`;
  const refused = await full('states', () => api.get(path));
  expect([refused.status, refused.headers['retry-after'], refused.body]).toMatchObject([
    429,
    '5',
    { kind: 'Status', reason: 'TooManyRequests', code: 429 },
  ]);
});

test('GraphQL says it of the field, and the rest of the query is answered', async () => {
  const query = `{ cluster(id: "${cluster}") { name diff(from: "${at}") { __typename } } }`;
  const ask = () => api.post('/graphql').send({ query });
  const { body } = await full('states', ask);
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 5 } }] });
  expect((await ask()).body).toMatchObject({ data: { cluster: { name: cluster, diff: { __typename: 'Diff' } } } });
});

test('the diffs of one query take turns in one place', async () => {
  const fields = Array.from({ length: 9 }, (_, index) => `d${index}: diff(from: "${at}") { __typename }`);
  const { body } = await api.post('/graphql').send({ query: `{ cluster(id: "${cluster}") { ${fields.join(' ')} } }` });
  expect(Object.keys((body as { data: { cluster: object } }).data.cluster)).toHaveLength(9);
});

test('small reads and readiness do not wait for what is heavy', async () => {
  await full('states', () =>
    full('operations', async () => {
      expect((await api.get(`/v1/clusters/${cluster}`)).status).toBe(200);
      expect((await api.get('/readyz')).text).toBe('ok');
    }),
  );
});

const NEW_POD = JSON.stringify(pod('new'));
const SHAPE = { name: 's', node: { status: { capacity: { cpu: '4', memory: '8Gi', pods: '10' } } } };

/** What goes through states, and its body where it has one. */
const ASKED: readonly (readonly [path: string, body: object | null])[] = [
  ['diff?from=revision:1', null],
  ['what-if', WHAT_IF],
  ['questions/fits', { manifests: NEW_POD }],
  ['questions/how-many', { templates: [{ manifests: NEW_POD }], most: 3 }],
  ['questions/drain', { names: ['a'] }],
  ['questions/loss', { topologyKey: 'kubernetes.io/hostname' }],
  ['questions/nodes-needed', { shapes: [SHAPE] }],
  ['questions/repack', {}],
  ['why-not?pod=default/p&node=a&requests=true', null],
  ['fit-anywhere?pod=default/p', null],
  ['pending/explanation', null],
  ['advice', null],
];

const MOMENTS = ['now', 'then'] as const;

/** The same about a past moment, where it is not about one anyway. */
function moved([path, body]: (typeof ASKED)[number]): (typeof ASKED)[number] {
  if (body !== null) return [path, { ...body, at: 'revision:1' }];
  return [path.startsWith('diff') ? path : `${path}${path.includes('?') ? '&' : '?'}at=revision:1`, null];
}

const ASKED_OF = MOMENTS.flatMap((moment) =>
  ASKED.map((asked) => [moment, ...(moment === 'now' ? asked : moved(asked))] as const),
);

test.each(ASKED_OF)(
  'of %s, whoever goes away gives the place back, and what is read ends: %s',
  async (_, path, body) => {
    const ask = (init: RequestInit = {}): Promise<Response> =>
      fetch(`${api.url}/v1/clusters/${cluster}/${path}`, { ...(body !== null && posted(body)), ...init });
    const database = api.app.get(Database);
    const transaction = database.transaction.bind(database);
    let asked = (): void => undefined;
    const sleeping = new Promise<void>((resolve) => (asked = resolve));
    // What is heavy ends with its caller, whose signal it has; what is small is soon done.
    database.transaction = (caller, fn, options) =>
      caller.signal === undefined
        ? transaction(caller, fn, options)
        : transaction(
            caller,
            async (tx) => {
              asked();
              await tx.query('SELECT pg_sleep(600)');
              return fn(tx);
            },
            options,
          );
    try {
      const gone = new AbortController();
      const asking = ask({ signal: gone.signal });
      await sleeping;
      gone.abort();
      await expect(asking).rejects.toThrow('aborted');
      await settled('states');
    } finally {
      database.transaction = transaction;
    }
    const answer = await ask();
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  },
);

test('so many follow changes, and whoever goes makes room', async () => {
  const events = (): Promise<Response> =>
    fetch(`${api.url}/v1/clusters/${cluster}/changes`, { headers: { accept: 'text/event-stream' } });
  const first = await events();
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  const refused = await events();
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([429, '5', problem]);
  const late = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(late, 'open');
  late.send(JSON.stringify({ type: 'connection_init' }));
  const [code, reason] = (await once(late, 'close')) as [number, Buffer];
  expect([code, String(reason)]).toEqual([4481, expect.stringContaining('follow changes already; try again later')]);
  await first.body?.cancel();
  socket.close();
  await once(socket, 'close');
  let again = await events();
  while (again.status === 429) again = await events();
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test('who does not say who they are is bounded in number, and cut off after some seconds', async () => {
  const strangers = Array.from(
    { length: 200 },
    () => new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws'),
  );
  const ended = Promise.all(strangers.map((socket) => once(socket, 'close')));
  await Promise.all(strangers.map((socket) => once(socket, 'open')));
  const since = performance.now();
  expect(await upgraded()).toMatch(/^HTTP\/1.1 429 Too Many Requests\r\nRetry-After: 5\r\n/);
  expect(new Set((await ended).map(([code]: number[]) => code))).toEqual(new Set([4408]));
  expect(performance.now() - since).toBeLessThan(6_000);
  expect(await upgraded()).toMatch(/^HTTP\/1.1 101 /);
});

async function upgraded(): Promise<string> {
  const { hostname, port } = new URL(api.url);
  const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) });
  socket.write(
    'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return String(head);
}
