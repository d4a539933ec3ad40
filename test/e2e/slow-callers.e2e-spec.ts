import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ConcurrencyLimits } from '../../apps/api/src/ground/concurrency/index.js';
import { node, TestApi } from './test-api.js';

/** Who sends or reads so slowly that nobody knows whether they are still there is cut off. */
let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_REQUEST_PATIENCE: '1s', BERTH_WATCH_PATIENCE: '1s', BERTH_HEAVY_AT_ONCE: '1' });
  cluster = await api.cluster();
});
afterAll(() => api.stop());

/** A connection to the service, and all that it says until it is closed. */
function opened(): { readonly socket: Socket; readonly said: Promise<string> } {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  const said = new Promise<string>((resolve) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (data: string) => (text += data));
    socket
      .on('error', () => undefined)
      .on('close', () => {
        resolve(text);
      });
  });
  return { socket, said };
}

function head(path: string, length: number, more = ''): string {
  return (
    `POST ${path.replace(':cluster', cluster)} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
    `content-length: ${length}\r\n${more}\r\n`
  );
}

test.each([
  ['a head that never ends', 'POST /v1/clusters HTTP/1.1\r\nhost: x\r\n', 408, 'REQUEST_TIMEOUT'],
  ['a head of megabytes', `GET / HTTP/1.1\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
])('%s is answered as a problem', async (_, text, status, code) => {
  const { socket, said } = opened();
  socket.write(text);
  const [line = '', ...rest] = (await said).split('\r\n');
  expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(rest).toContain('Content-Type: application/problem+json; charset=utf-8');
  expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({ status, code });
});

test.each([
  ['REST', '/v1/clusters', { status: 408, code: 'REQUEST_TIMEOUT' }],
  ['an import', '/v1/clusters/:cluster/import', { status: 408, code: 'REQUEST_TIMEOUT' }],
  ['the Kubernetes API', '/v1/clusters/:cluster/api/v1/nodes', { kind: 'Status', reason: 'Timeout', code: 408 }],
  ['GraphQL', '/graphql', { errors: [{ extensions: { code: 'REQUEST_TIMEOUT' } }] }],
])('a body that pauses for too long: %s', async (_, path, reported) => {
  const { socket, said } = opened();
  const body = JSON.stringify(node('late'));
  socket.write(head(path, body.length) + body.slice(0, -1));
  const text = await said;
  expect(text).toMatch(/^HTTP\/1.1 408 /);
  expect(text.toLowerCase()).toContain('connection: close');
  expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject(reported);
  expect((await api.get(`/v1/clusters/${cluster}`).expect(200)).body.revision).toBe('0');
});

test('a body that pauses while it is packed', async () => {
  const { socket, said } = opened();
  socket.write(`${head('/v1/clusters', 100, 'content-encoding: gzip\r\n')}\x1f`);
  expect(await said).toMatch(/^HTTP\/1.1 408 /);
});

test('who is slow and goes on is served, however long it takes', async () => {
  const { socket, said } = opened();
  const body = JSON.stringify({ name: 'slowly' });
  socket.write(head('/v1/clusters', body.length, 'connection: close\r\n'));
  for (const character of [body.slice(0, 5), body.slice(5, 10), body.slice(10)]) {
    await setTimeout(500);
    socket.write(character);
  }
  expect(await said).toMatch(/^HTTP\/1.1 201 /);
});

describe('a long answer', () => {
  /** More than the kernels of both sides take. */
  const NODES = 100;
  let path: string;
  beforeAll(async () => {
    const large = (index: number): object => ({
      ...node(`n${index}`),
      metadata: { name: `n${index}`, annotations: { much: randomBytes(100_000).toString('base64') } },
    });
    path = `/v1/clusters/${await api.cluster(...Array.from({ length: NODES }, (_, index) => large(index)))}/export`;
  });

  test.each([
    ['as it is', ''],
    ['packed', 'accept-encoding: gzip\r\n'],
  ])('who reads nothing of it, %s, is cut off in the middle of it, and gives the place back', async (_, more) => {
    const known = api.log.length;
    const { socket, said } = opened();
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`);
    while (!api.log.slice(known).some(({ msg }) => msg === 'a reader was too slow')) await setTimeout(20);
    while (api.app.get(ConcurrencyLimits).streams.load.working > 0) await setTimeout(5);
    socket.resume();
    expect(await said).not.toMatch(/0\r\n\r\n$/);
    const whole = await fetch(api.url + path);
    expect(((await whole.json()) as { items: unknown[] }).items).toHaveLength(NODES);
  });
});

test('nobody took it for a fault', () => {
  expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
