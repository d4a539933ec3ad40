import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { core, pods } from './kubernetes-paths.js';
import { node, pod, TestApi } from './test-api.js';

interface WatchEvent {
  readonly type: string;
  readonly object: {
    readonly kind: string;
    readonly message?: string;
    readonly code?: number;
    readonly metadata: { readonly name?: string; readonly resourceVersion?: string; readonly annotations?: object };
  };
}

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
});
afterAll(() => api.stop());

/** A watch whose head has been answered; its events one by one. */
async function opened(path: string, signal?: AbortSignal): Promise<AsyncGenerator<WatchEvent, undefined>> {
  const answer = await fetch(`${api.url}${path}`, signal === undefined ? {} : { signal });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  // At once: fetch cancels the body of an answer that is collected as garbage before its body is read.
  return eventsIn((answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()));
}

async function* eventsIn(texts: ReadableStream<string>): AsyncGenerator<WatchEvent, undefined> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as WatchEvent;
  }
  expect(rest).toBe('');
  return undefined;
}

async function next(events: AsyncGenerator<WatchEvent>, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { value, done } = await events.next();
    if (done) break;
    const { type, object } = value;
    found.push(`${type} ${object.metadata.name ?? object.code ?? ''}`.trim());
  }
  return found;
}

async function ended(events: AsyncGenerator<WatchEvent>): Promise<WatchEvent[]> {
  const found: WatchEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

const label = (cluster: string, name: string, app: string) =>
  api
    .patch(pods(cluster, `/${name}`))
    .type('application/merge-patch+json')
    .send({ metadata: { labels: { app } } })
    .expect(200);

test('a watch is answered at once, and says what enters and leaves its selection', async () => {
  const cluster = await api.cluster(node('n'), pod('a'), pod('b'));
  const { body } = await api.get(pods(cluster)).expect(200);
  const web = await opened(
    pods(cluster, `?watch=true&resourceVersion=${body.metadata.resourceVersion}&labelSelector=app%3Dweb`),
  );
  const one = await opened(`/v1/clusters/${cluster}/api/v1/watch/namespaces/default/pods/b`);
  await label(cluster, 'a', 'web');
  await label(cluster, 'b', 'web');
  await label(cluster, 'a', 'db');
  await api.delete(pods(cluster, '/b')).expect(200);
  expect(await next(web, 4)).toEqual(['ADDED a', 'ADDED b', 'DELETED a', 'DELETED b']);
  expect(await next(one, 3)).toEqual(['ADDED b', 'MODIFIED b', 'DELETED b']);
  await web.return(undefined);
  await one.return(undefined);
  // As in the API server `watch` says nothing where one object is read.
  expect((await api.get(pods(cluster, '/a?watch=true')).expect(200)).body.kind).toBe('Pod');
});

test('initial events end with a bookmark, and a watch with its time', async () => {
  const cluster = await api.cluster(pod('a'));
  const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const found = await ended(await opened(pods(cluster, `?${query}&timeoutSeconds=1`)));
  expect(found.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK']);
  expect(found[1]?.object).toMatchObject({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { annotations: { 'k8s.io/initial-events-end': 'true' }, resourceVersion: expect.stringMatching(/^\d+$/) },
  });
});

const OPTIONS = 'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: ';
test.each([
  [
    'resourceVersion=abc',
    500,
    'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  ['limit=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['timeoutSeconds=1.5', 400, 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  [
    'sendInitialEvents=true',
    422,
    `${OPTIONS}Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan`,
  ],
  [
    'resourceVersionMatch=NotOlderThan',
    422,
    `${OPTIONS}Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided`,
  ],
  ['continue=abc', 422, `${OPTIONS}Forbidden: resourceVersionMatch is forbidden when continue is provided`],
])('?watch=true&%s is refused: %i', async (query, code, message) => {
  const cluster = await api.cluster();
  expect((await api.get(pods(cluster, `?watch=true&${query}`)).expect(code)).body).toMatchObject({ code, message });
});

test('a version before the log, or after it, is answered with an event that makes clients list again', async () => {
  const cluster = await api.cluster(pod('a'), pod('b'));
  const name = `fork-of-${cluster}`.slice(0, 40);
  const { body: fork } = await api.post(`/v1/clusters/${cluster}/forks`).send({ name }).expect(201);
  for (const [version, message] of [
    ['1', /^too old resource version: 1 \(\d+\)$/],
    ['99999', /99999/],
  ] as const) {
    const [event, ...others] = await ended(await opened(pods(fork.id, `?watch=true&resourceVersion=${version}`)));
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } });
    expect(event?.object.message).toMatch(message);
  }
  await api.get(core('none', 'pods?watch=true')).expect(404);
});

test('watchers that come and go leave nothing behind', async () => {
  const cluster = await api.cluster(pod('a'));
  const before = await followers();
  for (let round = 0; round < 4; round += 1) {
    const leaving = new AbortController();
    const watches = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        opened(pods(cluster, `?watch=true&labelSelector=app!%3Dx${index % 5}`), leaving.signal),
      ),
    );
    for (const watch of watches) expect(await next(watch, 1)).toEqual(['ADDED a']);
    leaving.abort();
    await Promise.allSettled(watches.map((watch) => watch.next()));
  }
  for (let looks = 0; (await followers()) > before && looks < 1_000; looks += 1);
  expect(await followers()).toBeLessThanOrEqual(before);
});

async function followers(): Promise<number> {
  const { text } = await api.get('/metrics').expect(200);
  return Number(/^berth_watchers (\d+)$/m.exec(text)?.[1]);
}

/** A proxy that drops its connections when it is asked to. */
async function droppingProxy(
  target: number,
): Promise<{ readonly port: number; readonly drop: () => void; readonly close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    drop,
    close: () => {
      drop();
      server.close();
    },
  };
}

test('an informer of the JavaScript client survives dropped connections', async () => {
  const cluster = await api.cluster(pod('kept'), pod('gone'));
  const proxy = await droppingProxy(Number(new URL(api.url).port));
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'c', server: `http://127.0.0.1:${proxy.port}/v1/clusters/${cluster}`, skipTLSVerify: true },
    { name: 'u' },
  );
  const client = config.makeApiClient(CoreV1Api);
  const informer = makeInformer(config, '/api/v1/namespaces/default/pods', () =>
    client.listNamespacedPod({ namespace: 'default' }),
  );
  let look = (): void => undefined;
  for (const what of ['add', 'update', 'delete'] as const) informer.on(what, () => look());
  let isOver = false;
  // The client leaves it to its user to begin again; a turn later, so that what fails at once does not spin.
  informer.on('error', () => void setImmediate(() => void (isOver || informer.start().catch(() => undefined))));
  /** Resolves once the informer knows these pods, by name and label. */
  const known = (...want: string[]): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        const found = informer.list().map(({ metadata }) => `${metadata?.name} ${metadata?.labels?.['app'] ?? ''}`);
        if (found.sort().join() === want.sort().join()) resolve();
      };
      look();
    });
  try {
    await informer.start();
    await known('kept ', 'gone ');
    for (let round = 0; round < 5; round += 1) {
      proxy.drop();
      await label(cluster, 'kept', `v${round}`);
      if (round === 2) await api.delete(pods(cluster, '/gone')).expect(200);
      await known(`kept v${round}`, ...(round < 2 ? ['gone '] : []));
    }
  } finally {
    // Stopping it is an error too.
    isOver = true;
    await informer.stop();
    proxy.close();
  }
});
