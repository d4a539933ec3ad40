import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnswerCutOff, BerthClient, endOfRun, eventsOf, importObjects, linesOf, watchChanges } from './index.js';

/** What was asked, request after request, and what answers the next one. */
const asked: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
let respond: (response: ServerResponse) => void;
let server: Server;
let client: BerthClient;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      respond(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new BerthClient({ url: `${address()}/prefix/`, key: 'secret' });
});
beforeEach(() => void asked.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  respond = (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Answers so, one after the other. */
function answers(...bodies: readonly object[]): void {
  const left = [...bodies];
  respond = (response) => void response.end(JSON.stringify(left.shift()));
}

const params = { path: { cluster: 'a/b' } };

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('a call is one of the document: path and query are filled in, the key is sent, the JSON comes back', async () => {
  answer(200, { items: [] });
  expect(
    await client.get('/v1/clusters/{cluster}/decisions', { params: { ...params, query: { pod: 'default/p' } } }),
  ).toEqual({ items: [] });
  answer(201, { id: '1' });
  expect(await client.post('/v1/clusters', { body: { name: 'prod' } })).toEqual({ id: '1' });
  answer(204, '');
  expect(await client.delete('/v1/clusters/{cluster}', { params })).toBeUndefined();
  expect(asked.map(({ line, headers, body }) => [line, headers.authorization, headers['content-type'], body])).toEqual([
    ['GET /prefix/v1/clusters/a%2Fb/decisions?pod=default%2Fp', 'Bearer secret', undefined, ''],
    ['POST /prefix/v1/clusters', 'Bearer secret', 'application/json', '{"name":"prod"}'],
    ['DELETE /prefix/v1/clusters/a%2Fb', 'Bearer secret', undefined, ''],
  ]);
});

test('the program is named in the User-Agent', async () => {
  answer(200, { items: [] });
  const named = new BerthClient({ url: address(), program: 'berth/1.2.3 clusters list' });
  await named.get('/v1/clusters');
  await named.fetch('/v1/clusters', { headers: { accept: 'text/csv' } });
  expect(asked.map(({ headers }) => headers['user-agent'])).toEqual(Array(2).fill('berth/1.2.3 clusters list'));
});

test.each<[string, unknown, object]>([
  [
    'problem details',
    { title: 'There is none', detail: 'cluster "a" not found', code: 'CLUSTER_NOT_FOUND', requestId: 'r-1' },
    { code: 'CLUSTER_NOT_FOUND', detail: 'cluster "a" not found', requestId: 'r-1' },
  ],
  [
    'a Status of Kubernetes',
    { kind: 'Status', reason: 'NotFound', message: 'pods "p" not found', code: 404 },
    { code: 'NotFound', detail: 'pods "p" not found', requestId: 'of the header' },
  ],
  [
    'errors of GraphQL',
    { errors: [{ message: 'no such field', extensions: { code: 'INVALID_REQUEST' } }] },
    { code: 'INVALID_REQUEST', detail: 'no such field', requestId: 'of the header' },
  ],
  ['something else', '<html>', { code: undefined, detail: 'the service answered 404', answer: '<html>' }],
])('%s is an error with status, code, detail and request id', async (_, body, wanted) => {
  answer(404, body, { 'x-request-id': 'of the header' });
  const refused = client.get('/v1/clusters/{cluster}', { params });
  await expect(refused).rejects.toMatchObject({ name: 'ServiceError', status: 404, ...wanted });
  await expect(refused).rejects.toThrow((wanted as { readonly detail: string }).detail);
});

test('who cannot be reached is named, and who gives up hears it', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  await new Promise((resolve) => gone.close(resolve));
  const call = new BerthClient({ url }).get('/v1/clusters');
  await expect(call).rejects.toThrow(`cannot reach ${url}: Error: connect ECONNREFUSED`);
  // A server of its own: a request that was given up may still arrive, and would take an answer of a later test.
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const waiting = new BerthClient({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  for (const given of [
    waiting.get('/v1/clusters', { signal: AbortSignal.timeout(20) }),
    waiting.fetch('/v1/clusters', { signal: AbortSignal.timeout(20) }),
  ])
    await expect(given).rejects.toMatchObject({ name: 'TimeoutError' });
  silent.closeAllConnections();
  silent.close();
});

test('a list is its items, page after page', async () => {
  answers({ items: [{ name: 'a' }, { name: 'b' }], nextPageToken: 'two' }, { items: [{ name: 'c' }] });
  const names = (await all(client.items('/v1/clusters', { params: { query: { pageSize: 2 } } }))).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['a', 'b', 'c']);
  expect(asked.map(({ line }) => line)).toEqual([
    'GET /prefix/v1/clusters?pageSize=2',
    'GET /prefix/v1/clusters?pageSize=2&pageToken=two',
  ]);
});

test('a run is asked for until it has ended', async () => {
  answers({ state: 'running', progress: { decided: 5 } }, { state: 'complete' });
  const seen: unknown[] = [];
  expect(await endOfRun(client, { cluster: 'c', id: 'r' }, (run) => seen.push(run.progress))).toEqual({
    state: 'complete',
  });
  expect(seen).toEqual([{ decided: 5 }]);
  expect(asked.map(({ line }) => line)).toEqual(Array(2).fill('GET /prefix/v1/clusters/c/runs/r'));
});

test('GraphQL answers its data, or its first error even beside data', async () => {
  answer(200, { data: { cluster: null } });
  expect(await client.graphql('query ($id: ID!) { cluster(id: $id) { name } }', { id: '1' })).toEqual({
    cluster: null,
  });
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ variables: { id: '1' } });
  answer(200, { data: {}, errors: [{ message: 'broken', extensions: { code: 'INTERNAL' } }] });
  await expect(client.graphql('{ cluster }')).rejects.toMatchObject({
    status: 200,
    code: 'INTERNAL',
    detail: 'broken',
  });
});

test('objects are imported as one List', async () => {
  answer(200, { created: 450 });
  const objects = Array.from({ length: 450 }, (_, index) => ({ kind: 'Node', metadata: { name: `ö${index}` } }));
  expect(await importObjects(client, 'c', { objects, onError: 'skip' })).toEqual({ created: 450 });
  expect(asked[0]?.line).toBe('POST /prefix/v1/clusters/c/import?onError=skip');
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ apiVersion: 'v1', kind: 'List', items: objects });
  await importObjects(client, 'c', { objects: [] });
  expect(JSON.parse(asked[1]?.body ?? '')).toMatchObject({ items: [] });
});

describe('an answer that streams', () => {
  /** Sends the pieces one by one, and then ends or breaks the connection. */
  function stream(pieces: readonly (string | Uint8Array)[], end: 'end' | 'destroy' = 'end'): void {
    respond = (response) => {
      void (async () => {
        for (const piece of pieces) await new Promise((sent) => response.write(piece, sent));
        setImmediate(() => response[end]());
      })();
    };
  }

  const umlaut = new TextEncoder().encode('{"a":"ö"}\n');

  test('comes line by line, however it is cut into pieces', async () => {
    stream([umlaut.slice(0, 7), umlaut.slice(7), '{"b"', ':1}\n{"c":2}\n']);
    expect(await all(linesOf(await client.fetch('/lines')))).toEqual([{ a: 'ö' }, { b: 1 }, { c: 2 }]);
  });

  test.each([
    ['a line', ['{"progress":{}}\n{"deci'], 'end'],
    ['the connection', ['{"progress":{}}\n'], 'destroy'],
  ] as const)('is cut off when %s is', async (_, pieces, end) => {
    stream(pieces, end);
    const lines = linesOf(await client.fetch('/v1/clusters/c/ledger'));
    expect(await lines.next()).toEqual({ done: false, value: { progress: {} } });
    await expect(lines.next()).rejects.toThrow(AnswerCutOff);
  });

  test('brings changes as events, from where the last connection ended', async () => {
    stream([
      'id: 4\nevent: bookmark\ndata: {"posi',
      'tion":"4"}\n\n: still there\n\nid: 5\r\nevent: change\r\ndata: {}\r\n\r\n',
    ]);
    expect(await all(watchChanges(client, 'c', { after: '4', kinds: 'Pod,Node' }))).toEqual([
      { id: '4', type: 'bookmark', data: { position: '4' } },
      { id: '5', type: 'change', data: {} },
    ]);
    expect(asked[0]).toMatchObject({
      line: 'GET /prefix/v1/clusters/c/changes?kinds=Pod%2CNode',
      headers: { accept: 'text/event-stream', 'last-event-id': '4' },
    });
  });

  test('ends when the loop does', async () => {
    let closed: Promise<void> | undefined;
    respond = (response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.write('data: 1\n\ndata: 2\n\n');
    };
    for await (const { data } of eventsOf(await client.fetch('/events'))) {
      expect(data).toBe(1);
      break;
    }
    await closed;
  });
});
