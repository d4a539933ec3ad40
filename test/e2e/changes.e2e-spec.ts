import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { eventsOf, type ServerEvent } from '#client';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_WATCH_PATIENCE: '1s', BERTH_CORS_ORIGINS: 'https://board.example' });
});
afterAll(() => api.stop());

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Resolves when the answer begins. */
const open = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  api.client.fetch(`/v1/clusters/${path}`, { headers: { accept: 'text/event-stream', ...headers } });

/** The first events of a stream, which is cut then. */
async function taken(response: Response, count: number): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(response)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

async function addNamespace(cluster: string, name: string): Promise<void> {
  await api
    .post(`/v1/clusters/${cluster}/api/v1/namespaces`)
    .send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    .expect(201);
}

const positions = (items: readonly { readonly position: string }[]): string[] => items.map(({ position }) => position);

test.each([
  ['kinds=Pod', ['2', '3', '6']],
  ['kinds=Node,Namespace', ['1', '4', '5']],
  ['namespaces=default', ['2', '3', '6']],
  ['namespaces=', ['1', '4', '5']],
  ['name=p', ['2', '6']],
  ['op=bind', ['6']],
  ['revision=2', ['5']],
  ['revision=9', []],
  ['after=4', ['5', '6']],
  ['since=2000-01-01T00:00:00Z&until=2999-01-01T00:00:00Z&op=create', ['1', '2', '3', '4', '5']],
  ['since=2999-01-01T00:00:00Z', []],
  ['until=2000-01-01T00:00:00Z', []],
])('the changes with %s', async (query, wanted) => {
  const cluster = await api.cluster(node('a'), pod('p'), pod('q'));
  await addNamespace(cluster, 'other');
  await api
    .post(`/v1/clusters/${cluster}/runs`)
    .send({ pods: { names: ['default/p'] } })
    .expect(201);
  const { body } = await api.get(`/v1/clusters/${cluster}/changes?${query}`).expect(200);
  expect(positions(body.items).sort()).toEqual(wanted);
  expect(body).not.toHaveProperty('nextPageToken');
});

test('every page of a list, and the time of each revision as its border', async () => {
  const cluster = await api.cluster(...range(7).map((index) => node(`n${index}`)));
  for (const name of ['one', 'two', 'three']) await addNamespace(cluster, name);
  const seen: { position: string; at: string; revision: string }[] = [];
  for (let token = ''; ;) {
    const { body } = await api.get(`/v1/clusters/${cluster}/changes?pageSize=3&pageToken=${token}`).expect(200);
    seen.push(...body.items);
    if (body.nextPageToken === undefined) break;
    token = body.nextPageToken;
  }
  expect(positions(seen)).toEqual(range(10).map((index) => String(index + 1)));
  const third = seen.find(({ revision }) => revision === '3')?.at ?? '';
  expect(positions((await api.get(`/v1/clusters/${cluster}/changes?since=${third}`)).body.items)).toEqual(['9', '10']);
  expect(positions((await api.get(`/v1/clusters/${cluster}/changes?until=${third}`)).body.items)).toEqual(
    range(8).map((index) => String(index + 1)),
  );
});

test('a token of other filters is refused, and so is what cannot be read', async () => {
  const cluster = await api.cluster(node('a'), node('b'));
  const { body } = await api.get(`/v1/clusters/${cluster}/changes?pageSize=1`).expect(200);
  for (const query of [
    `kinds=Node&pageToken=${body.nextPageToken}`,
    'after=x',
    'op=made',
    'since=yesterday',
    'after=-1',
    'colour=red',
  ]) {
    const refused = await api.get(`/v1/clusters/${cluster}/changes?${query}`).expect(400);
    expect(refused.body).toMatchObject({ code: 'INVALID_REQUEST', errors: [expect.anything()] });
  }
});

test('a position that the log has not come to is said, in lists as in watches', async () => {
  const cluster = await api.cluster(node('a'), node('b'));
  expect((await api.get(`/v1/clusters/${cluster}/changes?after=2`).expect(200)).body.items).toEqual([]);
  const { body } = await api.get(`/v1/clusters/${cluster}/changes?after=3`).expect(409);
  expect(body).toMatchObject({ code: 'POSITION_AHEAD', detail: expect.stringContaining('2') });
});

test('as events: a bookmark at once, then every change with its position as id', async () => {
  const cluster = await api.cluster(node('a'));
  const stream = await open(`${cluster}/changes`, { 'x-request-id': 'mine', origin: 'https://board.example' });
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-request-id': 'mine',
    'access-control-allow-origin': 'https://board.example',
  });
  const following = taken(stream, 3);
  await addNamespace(cluster, 'one');
  await addNamespace(cluster, 'two');
  const events = await following;
  expect(events.map(({ id, type }) => [id, type])).toEqual([
    ['1', 'bookmark'],
    ['2', 'change'],
    ['3', 'change'],
  ]);
  expect(events[0]?.data).toEqual({ position: '1' });
  const listed = (await api.get(`/v1/clusters/${cluster}/changes?after=1`)).body.items;
  expect(events.slice(1).map(({ data }) => data)).toEqual(listed);
  const read = (await api.get(`/v1/clusters/${cluster}/api/v1/namespaces/two`)).body;
  expect((events[2]?.data as { readonly object: object }).object).toEqual(read);
});

test('Last-Event-ID goes before after: a reader that was cut off has everything once', async () => {
  const cluster = await api.cluster(...range(9).map((index) => node(`n${index}`)));
  const seen: string[] = [];
  while (seen.length < 9) {
    const last = seen.at(-1);
    const events = await taken(
      await open(`${cluster}/changes?after=0`, last === undefined ? {} : { 'last-event-id': last }),
      3,
    );
    expect(events[0]).toMatchObject({ type: 'bookmark', id: last ?? '0' });
    seen.push(...events.filter(({ type }) => type === 'change').map(({ id }) => id));
  }
  expect(seen.slice(0, 9)).toEqual(range(9).map((index) => String(index + 1)));
});

test('events of some kinds and namespaces', async () => {
  const cluster = await api.cluster(node('a'), pod('p'), pod('q'));
  const events = await taken(await open(`${cluster}/changes?after=0&kinds=Pod,Node&namespaces=default`), 3);
  expect(
    events.filter(({ type }) => type === 'change').map(({ data }) => (data as { readonly name: string }).name),
  ).toEqual(['p', 'q']);
});

test.each([
  ['a position that is not there yet', 'changes?after=99', {}, 409, 'POSITION_AHEAD'],
  ['an id that is no position', 'changes', { 'last-event-id': 'x' }, 400, 'INVALID_REQUEST'],
  ['a filter of lists', 'changes?name=a', {}, 400, 'INVALID_REQUEST'],
  ['a format that is not served', 'changes', { accept: 'text/html' }, 406, 'NOT_ACCEPTABLE'],
])('%s is refused before any event', async (_what, path, headers, status, code) => {
  const cluster = await api.cluster(node('a'));
  await expect(open(`${cluster}/${path}`, headers)).rejects.toMatchObject({ status, code, answer: { status, code } });
});

test('a cluster that is not there, or is deleted meanwhile', async () => {
  await expect(open('nowhere/changes')).rejects.toMatchObject({ status: 404, code: 'CLUSTER_NOT_FOUND' });
  const cluster = await api.cluster(node('a'));
  const following = taken(await open(`${cluster}/changes?after=0`), 3);
  await api.delete(`/v1/clusters/${cluster}`).expect(204);
  const events = await following;
  expect(events.map(({ type, id }) => [type, id])).toEqual([
    ['bookmark', '0'],
    ['change', '1'],
    ['error', '1'],
  ]);
  expect(events[2]?.data).toEqual({
    code: 'CLUSTER_NOT_FOUND',
    detail: `cluster "${cluster}" not found`,
    position: '1',
  });
});

test('HEAD answers what GET would, and ends', async () => {
  const cluster = await api.cluster(node('a'));
  const { status, headers } = await fetch(`${api.url}/v1/clusters/${cluster}/changes`, {
    method: 'HEAD',
    headers: { accept: 'text/event-stream' },
  });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
});

test('a reader that takes nothing hears where to go on, and cut off', async () => {
  const large = (index: number): object => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `n${index}`, annotations: { much: 'x'.repeat(200_000) } },
  });
  const cluster = await api.cluster(...range(80).map(large));
  const { hostname, port } = new URL(api.url);
  const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) });
  socket.write(`GET /v1/clusters/${cluster}/changes?after=0 HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
  socket.pause();
  while (!api.log.some(({ msg }) => msg === 'a watcher was too slow')) await setTimeout(20);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const events = [...text.matchAll(/^id: (\d+)\r?\nevent: (\w+)/gm)].map(([, id, type]) => [type, id]);
  const changes = events.filter(([type]) => type === 'change').map(([, id]) => id);
  expect(changes).toEqual(range(changes.length).map((index) => String(index + 1)));
  expect(changes.length).toBeLessThan(80);
  expect(events.at(-1)).toEqual(['error', changes.at(-1)]);
  expect(text).toContain(`"code":"WATCHER_TOO_SLOW"`);
});
