import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import WebSocket from 'ws';
import { OpenPlaces } from '../../apps/api/src/ground/http/index.js';
import { node, TestApi } from './test-api.js';

/** So many subscriptions, each of which leaves one change unread, leave 25 MB: the system takes 10 of them. */
const SUBSCRIPTIONS = 100;
const CHANGE_BYTES = 190_000;
const CHANGES = 30;

/** So long nothing is read at a stretch: far less than a reader may be slow, whose feed would be cut off for that. */
const PAUSE_MS = 1_000;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

function large(index: number): object {
  const annotations = { much: randomBytes(CHANGE_BYTES).toString('base64') };
  return { ...node(`n${index}`), metadata: { name: `n${index}`, annotations } };
}

/** A connection with so many subscriptions to all that ever happened in the cluster. */
async function following(clusterId: string, subscriptions: number): Promise<WebSocket> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  const query = `subscription { changes(clusterId: "${clusterId}", after: "0") { position change { object } } }`;
  for (let id = 0; id < subscriptions; id += 1)
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
  return socket;
}

test('a connection that leaves more than 8 MiB unread is closed, and gives its place back', async () => {
  const cluster = await api.cluster(...Array.from({ length: CHANGES }, (_, index) => large(index)));
  const socket = await following(cluster, SUBSCRIPTIONS);
  let isClosed = false;
  const closed = once(socket, 'close').then(([code, reason]: unknown[]) => {
    isClosed = true;
    return [code, String(reason)];
  });
  while (!isClosed) {
    socket.pause();
    await setTimeout(PAUSE_MS);
    socket.resume();
    await Promise.race([closed, setTimeout(PAUSE_MS)]);
  }
  expect(await closed).toEqual([4480, 'too slow: too much is unread']);
  while (api.app.get(OpenPlaces).taken > 0) await setTimeout(5);
});

test('one that leaves less is read on, however late', async () => {
  const cluster = await api.cluster(...Array.from({ length: CHANGES }, (_, index) => large(index)));
  const socket = await following(cluster, 1);
  socket.pause();
  await setTimeout(PAUSE_MS);
  socket.resume();
  const positions = new Set<string>();
  while (positions.size < CHANGES) {
    const [data] = (await once(socket, 'message')) as [Buffer];
    const { payload } = JSON.parse(String(data)) as { payload: { data: { changes: { position: string } } } };
    positions.add(payload.data.changes.position);
  }
  socket.terminate();
  expect(positions.size).toBe(CHANGES);
});
