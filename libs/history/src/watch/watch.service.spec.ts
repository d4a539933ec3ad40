import { Database } from '#database';
import { setTimeout } from 'node:timers/promises';
import { CALLER, first, kindNamed, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { WatchService, type Watch, type WatchBatch, type WatchRequest } from './index.js';

/** Longer than any test takes: what is heard came by a notification. */
const NEVER_MS = 3_600_000;

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Follows a cluster until the claim holds of all that was handed on; the watch ends with it. */
async function followed(
  watches: WatchService,
  request: WatchRequest,
  until: (batches: readonly WatchBatch[]) => boolean,
): Promise<readonly WatchBatch[]> {
  const gone = new AbortController();
  return collected(valueOf(await watches.watch(CALLER, request, gone.signal)), until);
}

async function collected(
  watch: Watch,
  until: (batches: readonly WatchBatch[]) => boolean,
): Promise<readonly WatchBatch[]> {
  const batches: WatchBatch[] = [];
  for await (const batch of watch.batches) {
    batches.push(batch);
    if (until(batches)) break;
  }
  return batches;
}

const positionsOf = (batches: readonly WatchBatch[]): string[] =>
  batches.flatMap(({ changes }) => changes.map(({ position }) => position));
const reached =
  (position: number) =>
  (batches: readonly WatchBatch[]): boolean =>
    Number(batches.at(-1)?.position) >= position;
const ended = (batches: readonly WatchBatch[]): boolean => batches.at(-1)?.end !== undefined;

async function addNamespace(cluster: string, name: string, through = services): Promise<void> {
  const collection = { cluster, kind: kindNamed('Namespace'), namespace: '' };
  valueOf(
    await through.objects.create(
      CALLER,
      collection,
      manifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
    ),
  );
}

test('everything after a position is handed on once and in order, in batches that are bounded', async () => {
  const cluster = await services.clusterOf(...range(1_200).map((index) => node(`n${index}`)));
  const batches = await followed(new WatchService(services.database), { cluster, after: 7n }, reached(1_200));
  expect(positionsOf(batches)).toEqual(range(1_193).map((index) => String(8 + index)));
  expect(batches.map(({ changes }) => changes.length)).toEqual([0, 500, 500, 193]);
  expect(first(batches)).toEqual({ changes: [], position: '7' });
});

test('large objects make small batches', async () => {
  const large = (name: string): object => ({
    ...node(name),
    metadata: { name, annotations: { much: 'x'.repeat(200_000) } },
  });
  const cluster = await services.clusterOf(...range(12).map((index) => large(`n${index}`)));
  const batches = await followed(new WatchService(services.database), { cluster, after: 0n }, reached(12));
  expect(positionsOf(batches)).toEqual(range(12).map((index) => String(1 + index)));
  expect(batches.map(({ changes }) => changes.length)).toEqual([0, 6, 6]);
});

test('a reader who goes on in the middle of a revision misses nothing of it', async () => {
  const cluster = await services.clusterOf(node('a'), node('b'), pod('p'), pod('q'));
  const whole = positionsOf(await followed(new WatchService(services.database), { cluster, after: 0n }, reached(5)));
  expect(whole).toEqual(['1', '2', '3', '4', '5']);
  for (const after of range(5)) {
    const rest = await followed(new WatchService(services.database), { cluster, after: BigInt(after) }, reached(5));
    expect(positionsOf(rest)).toEqual(whole.slice(after));
  }
});

test('what is not of the kinds and namespaces that were asked for moves the position alone', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'), pod('q'));
  const watches = new WatchService(services.database, { heartbeatMs: 20 });
  const pods = await followed(watches, { cluster, after: 0n, kinds: ['Pod'] }, reached(4));
  expect(pods.flatMap(({ changes }) => changes.map(({ kind, name }) => [kind, name]))).toEqual([
    ['Pod', 'p'],
    ['Pod', 'q'],
  ]);
  const none = await followed(watches, { cluster, after: 0n, kinds: ['Pod'], namespaces: ['other'] }, reached(4));
  expect(positionsOf(none)).toEqual([]);
  const unnamespaced = await followed(watches, { cluster, after: 0n, namespaces: [''] }, reached(4));
  expect(unnamespaced.flatMap(({ changes }) => changes.map(({ kind }) => kind)).sort()).toEqual(['Namespace', 'Node']);
});

test('changes say what happened: object and version, the patch of a binding, whom an eviction is for', async () => {
  const cluster = await services.clusterOf(
    node('a', { cpu: '1', memory: '1Gi' }),
    pod('low', { cpu: '1' }, { nodeName: 'a' }),
    pod('high', { cpu: '1' }, { priority: 5 }),
  );
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }));
  const position = Number(await services.position(cluster));
  const changes = (
    await followed(new WatchService(services.database), { cluster, after: 4n }, reached(position))
  ).flatMap((batch) => batch.changes);
  expect(changes.map(({ op, name }) => [op, name])).toEqual([
    ['evict', 'low'],
    ['update', 'high'],
    ['bind', 'high'],
  ]);
  const [evicted, nominated, bound] = changes;
  expect(evicted).toMatchObject({
    object: { metadata: { name: 'low', resourceVersion: '5' } },
    preemptor: { namespace: 'default', name: 'high', uid: nominated?.uid },
  });
  expect(nominated).toMatchObject({
    object: { metadata: { resourceVersion: '6' }, status: { nominatedNodeName: 'a' } },
  });
  expect(bound).toMatchObject({
    position: '7',
    patch: { metadata: { resourceVersion: '7' }, spec: { nodeName: 'a' } },
  });
  expect(bound).not.toHaveProperty('object');
});

test('a watch without a position begins now, and hears at once of what another process writes', async () => {
  const cluster = await services.clusterOf(node('a'));
  const other = new Database({ url: services.url });
  const watches = new WatchService(other, { pollMs: NEVER_MS, heartbeatMs: NEVER_MS });
  const watch = valueOf(await watches.watch(CALLER, { cluster }, new AbortController().signal));
  expect(watch.position).toBe('1');
  const following = collected(watch, reached(2));
  await listeners(1);
  await addNamespace(cluster, 'late');
  expect((await following).flatMap(({ changes }) => changes.map(({ name }) => name))).toEqual(['late']);
  await other.close();
});

/** The connections that notifications are heard over. */
async function listeners(count: number): Promise<readonly number[]> {
  const sql = `SELECT pid FROM pg_stat_activity WHERE application_name = 'berth-listener'
      AND datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'`;
  for (;;) {
    const rows = await services.rows<{ pid: number }>(sql);
    if (rows.length === count) return rows.map(({ pid }) => pid);
    await setTimeout(10);
  }
}

test('a listening connection that is killed is made again; what was said meanwhile is found by looking', async () => {
  const cluster = await services.clusterOf(node('a'));
  const other = new Database({ url: services.url });
  const [deaf, hearing] = [
    { pollMs: 50, heartbeatMs: NEVER_MS },
    { pollMs: NEVER_MS, heartbeatMs: NEVER_MS },
  ].map((options) => new WatchService(other, options));
  const looked = followed(deaf as WatchService, { cluster }, reached(2));
  const [pid] = await listeners(1);
  await services.rows('SELECT pg_terminate_backend($1)', [pid]);
  await addNamespace(cluster, 'unheard');
  expect(positionsOf(await looked)).toEqual(['2']);
  const heard = followed(hearing as WatchService, { cluster }, reached(3));
  expect(await listeners(1)).not.toEqual([pid]);
  await addNamespace(cluster, 'heard');
  expect(positionsOf(await heard)).toEqual(['3']);
  await other.close();
});

test('everything is right where no notification ever arrives', async () => {
  const cluster = await services.clusterOf(node('a'));
  const { database } = services;
  const deaf = { transaction: database.transaction.bind(database), notifications: { listen: () => () => undefined } };
  const following = followed(new WatchService(deaf, { pollMs: 10 }), { cluster, after: 0n }, reached(21));
  for (const index of range(20)) await addNamespace(cluster, `n${index}`);
  expect(positionsOf(await following)).toEqual(range(21).map((index) => String(index + 1)));
});

test('two hundred watchers of one place cost few reads, and all get everything', async () => {
  const cluster = await services.clusterOf(node('a'));
  const { database } = services;
  let reads = 0;
  const counting = {
    transaction: ((...call: Parameters<typeof database.transaction>) => {
      reads++;
      return database.transaction(...call);
    }) as typeof database.transaction,
    notifications: database.notifications,
  };
  const watches = new WatchService(counting, { pollMs: NEVER_MS, heartbeatMs: NEVER_MS });
  const following = range(200).map(() => followed(watches, { cluster, after: 1n }, reached(11)));
  // Opening a watch is a read of its own.
  while (reads < 200) await setTimeout(1);
  for (const index of range(10)) await addNamespace(cluster, `n${index}`);
  for (const batches of await Promise.all(following))
    expect(positionsOf(batches)).toEqual(range(10).map((index) => String(index + 2)));
  expect(reads - 200).toBeLessThan(60);
});

test.each([
  ['beyond the log', 9n, { kind: 'PositionAhead', position: '9', current: '3' }],
  ['before what is kept', 1n, { kind: 'HistoryExpired', at: '1', oldest: '2' }],
])('a position %s is refused', async (_what, after, refusal) => {
  const cluster = await services.clusterOf(node('a'), node('b'));
  await addNamespace(cluster, 'c');
  await forget(cluster, 1);
  expect(
    await new WatchService(services.database).watch(CALLER, { cluster, after }, new AbortController().signal),
  ).toEqual({ refused: true, refusal });
});

/** What retention leaves of a log whose first revisions it archived. */
async function forget(cluster: string, revisions: number): Promise<void> {
  await services.connected(async (client) => {
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM changes WHERE cluster_id = $1 AND revision <= $2', [cluster, revisions]);
    await client.query('DELETE FROM revisions WHERE cluster_id = $1 AND revision <= $2', [cluster, revisions]);
  });
}

test('a watch that is overtaken by retention says so', async () => {
  const cluster = await services.clusterOf(...range(600).map((index) => node(`n${index}`)));
  await addNamespace(cluster, 'last');
  const watch = valueOf(
    await new WatchService(services.database).watch(CALLER, { cluster, after: 0n }, new AbortController().signal),
  );
  const batches: WatchBatch[] = [];
  for await (const batch of watch.batches) {
    batches.push(batch);
    if (batches.length === 2) await forget(cluster, 1);
  }
  expect(batches.at(-1)).toEqual({
    changes: [],
    position: '500',
    end: { kind: 'HistoryExpired', at: '500', oldest: '600' },
  });
});

test('a watch of a cluster that is deleted ends with its last change', async () => {
  const cluster = await services.clusterOf(node('a'));
  const watches = new WatchService(services.database);
  const watch = valueOf(await watches.watch(CALLER, { cluster, after: 0n }, new AbortController().signal));
  valueOf(await services.clusters.delete(CALLER, cluster));
  const batches = await collected(watch, ended);
  expect(positionsOf(batches)).toEqual(['1']);
  expect(batches.at(-1)).toEqual({ changes: [], position: '1', end: { kind: 'ClusterNotFound', cluster } });
  expect(await new WatchService(services.database).watch(CALLER, { cluster }, new AbortController().signal)).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster },
  });
});

test('a service that stops ends its watches, and takes none any more', async () => {
  const cluster = await services.clusterOf(node('a'));
  const watches = new WatchService(services.database, { pollMs: NEVER_MS, heartbeatMs: NEVER_MS });
  const watch = valueOf(await watches.watch(CALLER, { cluster }, new AbortController().signal));
  const batches: WatchBatch[] = [];
  for await (const batch of watch.batches) {
    batches.push(batch);
    if (batches.length === 1)
      setImmediate(() => {
        watches.stop();
      });
  }
  const stopped = [
    { changes: [], position: '1' },
    { changes: [], position: '1', end: 'stopped' },
  ];
  expect(batches).toEqual(stopped);
  expect(await followed(watches, { cluster }, ended)).toEqual(stopped);
});

test('a reader who is gone ends the watch while it waits', async () => {
  const cluster = await services.clusterOf(node('a'));
  const gone = new AbortController();
  const watch = valueOf(
    await new WatchService(services.database, { pollMs: NEVER_MS, heartbeatMs: NEVER_MS }).watch(
      CALLER,
      { cluster },
      gone.signal,
    ),
  );
  const following = collected(watch, () => false);
  gone.abort();
  expect(await following).toEqual([{ changes: [], position: '1' }]);
});

test('a watch says where it is when nothing happens', async () => {
  const cluster = await services.clusterOf(node('a'));
  const batches = await followed(
    new WatchService(services.database, { pollMs: NEVER_MS, heartbeatMs: 5 }),
    { cluster },
    ({ length }) => length === 4,
  );
  expect(batches).toEqual(range(4).map(() => ({ changes: [], position: '1' })));
});
