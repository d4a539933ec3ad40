import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { importObjects } from '#client';
import { node, pod, TestApi } from '../e2e/test-api.js';

const RANGE = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Two imports of some 20 MB: more than kernels keep for whoever does not read. */
let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_WATCH_PATIENCE: '2s' });
  cluster = await api.cluster(...RANGE(500).map((index) => node(`n${index}`)));
  for (const version of ['1', '2'])
    await importObjects(api.client, cluster, { objects: RANGE(8_000).map((index) => wide(`p${index}`, version)) });
});
afterAll(() => api.stop());

function wide(name: string, version: string): object {
  const made = pod(name) as { readonly metadata: object };
  return { ...made, metadata: { ...made.metadata, annotations: { version, text: 'x'.repeat(2_400) } } };
}

/** Asks for health and for a small read all the while; answers what was not 200. */
async function beside(work: Promise<unknown>): Promise<string[]> {
  const under = { way: true };
  const ended = work.finally(() => {
    under.way = false;
  });
  const refused: string[] = [];
  while (under.way) {
    for (const path of ['/livez', '/readyz', `/v1/clusters/${cluster}/runs?pageSize=1`]) {
      const { status } = await api.get(path);
      if (status !== 200) refused.push(`${path} ${status}`);
    }
    await setTimeout(20);
  }
  await ended;
  return refused;
}

function opened(text: string): Socket {
  const { hostname, port } = new URL(api.url);
  const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause().write(text);
  return socket;
}

test('twelve queries of nine diffs each are queued, and everybody else is answered', async () => {
  const diffs = (from: number): string =>
    RANGE(9)
      .map((index) => `d${index}: diff(from: "${from + index * 500}") { objects(first: 2) { totalCount } }`)
      .join(' ');
  const answers = Promise.all(
    RANGE(12).map((index) =>
      api.post('/graphql').send({ query: `{ cluster(id: "${cluster}") { ${diffs(600 + index * 10)} } }` }),
    ),
  );
  expect(await beside(answers)).toEqual([]);
  for (const { body } of await answers) expect(body).not.toHaveProperty('errors');
});

test('readers of events that never read are cut off, all of them', async () => {
  const readers = RANGE(300).map(() =>
    opened(`GET /v1/clusters/${cluster}/changes?after=0 HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`),
  );
  const slow = (): number => api.log.filter(({ msg }) => msg === 'a watcher was too slow').length;
  const cut = (async () => {
    while (slow() < 300) await setTimeout(50);
  })();
  expect(await beside(cut)).toEqual([]);
  for (const reader of readers) reader.destroy();
});

test('five hundred whose headers never end keep nobody waiting', async () => {
  const slow = RANGE(500).map(() => opened('GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: '));
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  const dripping = (async () => {
    for (const index of RANGE(10)) {
      for (const socket of slow) socket.write(String(index));
      await setTimeout(200);
    }
  })();
  expect(await beside(dripping)).toEqual([]);
  for (const socket of slow) socket.destroy();
});
