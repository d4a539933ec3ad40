import type { Caller } from '#database';
import { CALLER, first, kindNamed, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { LogService, type RevisionListRequest } from './index.js';

let services: TestServices;
let log: LogService;
beforeAll(async () => {
  services = await TestServices.create();
  log = new LogService(services.database);
});
afterAll(() => services.drop());

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function addNamespace(cluster: string, name: string, caller: Caller = CALLER): Promise<void> {
  const collection = { cluster, kind: kindNamed('Namespace'), namespace: '' };
  valueOf(
    await services.objects.create(
      caller,
      collection,
      manifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
    ),
  );
}

const callers = {
  ann: { ...CALLER, actor: 'ann', requestId: 'r-ann', reason: 'upgrade' },
  bob: { ...CALLER, actor: 'bob', requestId: 'r-bob', client: 'kubectl', reason: '' },
  nobody: { ...CALLER, actor: 'anonymous', principal: 'none', requestId: 'r-nobody' },
};

/** Revisions 1 to 7, by ann, bob, nobody, ann, bob, nobody, ann. */
async function written(): Promise<string> {
  const cluster = await services.clusterOf();
  const turns = [callers.ann, callers.bob, callers.nobody];
  for (const index of range(7)) await addNamespace(cluster, `n${index}`, turns[index % 3]);
  return cluster;
}

async function numbers(cluster: string, filter: RevisionListRequest['filter'], pageSize = 50): Promise<string[]> {
  const found: string[] = [];
  let before: bigint | undefined;
  do {
    const { items, next } = valueOf(
      await log.revisions(CALLER, cluster, { filter, pageSize, ...(before === undefined ? {} : { before }) }),
    );
    expect(items.length).toBeLessThanOrEqual(pageSize);
    found.push(...items.map(({ revision }) => revision));
    before = next ?? undefined;
  } while (before !== undefined);
  return found;
}

test.each([
  ['all, newest first', {}, ['7', '6', '5', '4', '3', '2', '1']],
  ['of an actor', { actor: 'ann' }, ['7', '4', '1']],
  ['of nobody in particular', { actor: 'anonymous' }, ['6', '3']],
  ['of a principal', { principal: 'none' }, ['6', '3']],
  ['of a request', { requestId: 'r-bob' }, ['5', '2']],
  ['of a program', { client: 'kubectl' }, ['5', '2']],
  ['for a reason', { reason: 'upgrade' }, ['7', '4', '1']],
  ['of an actor for a reason that they never had', { actor: 'bob', reason: 'upgrade' }, []],
  ['of a time that is to come', { since: new Date('2999-01-01T00:00:00Z') }, []],
  ['of a time long ago', { until: new Date('2000-01-01T00:00:00Z') }, []],
])('revisions %s, in pages of any size', async (_what, filter, wanted) => {
  const cluster = await written();
  for (const pageSize of [1, 2, 3, 50]) expect(await numbers(cluster, filter, pageSize)).toEqual(wanted);
});

test('each time is a border between the revisions before it and those from it on', async () => {
  const cluster = await written();
  const { items } = valueOf(await log.revisions(CALLER, cluster, { filter: {}, pageSize: 50 }));
  for (const { at } of items) {
    const time = new Date(at);
    expect(await numbers(cluster, { since: time })).toEqual(
      items.filter((one) => one.at >= at).map(({ revision }) => revision),
    );
    expect(await numbers(cluster, { until: time })).toEqual(
      items.filter((one) => one.at < at).map(({ revision }) => revision),
    );
  }
});

test('a revision is what its row says, and names the run that it is a part of', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const run = valueOf(await services.scheduling.schedule(callers.ann, scheduleAll(cluster), { wait: true }));
  const revision = valueOf(await log.revision(CALLER, cluster, 2n));
  const row = first(
    await services.rows<Record<string, Buffer>>(
      'SELECT leaf_root, prev_hash, hash, at FROM revisions WHERE cluster_id = $1 AND revision = 2',
      [cluster],
    ),
  );
  expect(revision).toEqual({
    revision: '2',
    firstPosition: '4',
    lastPosition: '4',
    count: 1,
    at: (row['at'] as unknown as Date).toISOString(),
    actor: 'ann',
    principal: 'test',
    requestId: 'r-ann',
    client: 'spec',
    reason: 'upgrade',
    leafRoot: row['leaf_root']?.toString('hex'),
    prevHash: row['prev_hash']?.toString('hex'),
    hash: row['hash']?.toString('hex'),
    run: run.id,
  });
  expect(valueOf(await log.revision(CALLER, cluster, 1n))).toMatchObject({
    run: null,
    count: 3,
    hash: revision.prevHash,
  });
  expect(await log.revision(CALLER, cluster, 3n)).toEqual({
    refused: true,
    refusal: { kind: 'RevisionNotFound', revision: '3' },
  });
});

test('every part of a run is named with it, also where several are on a page', async () => {
  const cluster = await services.clusterOf(node('a'), ...range(5).map((index) => pod(`p${index}`, { cpu: '100m' })));
  const parted = services.anotherProcess({ partPods: 2 });
  const run = valueOf(await parted.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  await parted.close();
  const { items } = valueOf(await log.revisions(CALLER, cluster, { filter: {}, pageSize: 50 }));
  expect(items.map(({ revision, run: one }) => [revision, one])).toEqual([
    ['4', run.id],
    ['3', run.id],
    ['2', run.id],
    ['1', null],
  ]);
});

test('what is in no index is looked for by stretches, and a page that found nothing says where to go on', async () => {
  const cluster = await services.clusterOf(node('a'));
  await lengthen(cluster, 150);
  const short = new LogService(services.database, { entries: 100n, stretch: 7n });
  expect(
    valueOf(await short.changes(CALLER, cluster, { filter: { name: 'a' }, pageSize: 10 })).items.map(
      ({ position }) => position,
    ),
  ).toEqual(['1']);
  expect(valueOf(await short.changes(CALLER, cluster, { filter: { name: 'a' }, after: 1n, pageSize: 10 }))).toEqual({
    items: [],
    next: 101n,
  });
  expect(valueOf(await short.changes(CALLER, cluster, { filter: { name: 'a' }, after: 101n, pageSize: 10 }))).toEqual({
    items: [],
    next: null,
  });
  const filter = { client: 'spec' };
  expect(valueOf(await short.revisions(CALLER, cluster, { filter, pageSize: 10 }))).toEqual({ items: [], next: 52n });
  const { items, next } = valueOf(await short.revisions(CALLER, cluster, { filter, before: 52n, pageSize: 10 }));
  expect([items.map(({ revision }) => revision), next]).toEqual([['1'], null]);
  const indexed = valueOf(
    await short.revisions(CALLER, cluster, { filter: { ...filter, actor: 'ann' }, pageSize: 10 }),
  );
  expect([indexed.items.map(({ revision }) => revision), indexed.next]).toEqual([['1'], null]);
});

/** More revisions of one change each, as nobody made them: nothing but their number is true. */
async function lengthen(cluster: string, count: number): Promise<void> {
  await services.connected(async (client) => {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      `INSERT INTO revisions SELECT $1, 1 + g, 1 + g, 1, now(), 'anonymous', '', '', '', '', '', '', ''
       FROM generate_series(1, $2::int) g`,
      [cluster, count],
    );
    await client.query(
      `INSERT INTO changes SELECT $1, 1 + g, 1 + g, now(), 'update', 'v1', 'Node', '', 'b', '', '{}'
       FROM generate_series(1, $2::int) g`,
      [cluster, count],
    );
    await client.query('UPDATE cluster_heads SET position = $2, revision = $2 WHERE cluster_id = $1', [
      cluster,
      1 + count,
    ]);
  });
}

test('large contents make short pages, and nothing is left out', async () => {
  const large = (name: string): object => ({
    ...node(name),
    metadata: { name, annotations: { much: 'x'.repeat(200_000) } },
  });
  const cluster = await services.clusterOf(...range(60).map((index) => large(`n${index}`)));
  const page = valueOf(await log.changes(CALLER, cluster, { filter: {}, pageSize: 500 }));
  expect([page.items.length, page.next]).toEqual([42, 42n]);
  const rest = valueOf(await log.changes(CALLER, cluster, { filter: {}, after: 42n, pageSize: 500 }));
  expect([rest.items.length, rest.next]).toEqual([18, null]);
});

test('changes before what is kept are refused, and a list from the beginning begins with the oldest', async () => {
  const cluster = await services.clusterOf(node('a'));
  await addNamespace(cluster, 'b');
  await services.connected(async (client) => {
    await client.query("SET session_replication_role = 'replica'");
    for (const table of ['changes', 'revisions'])
      await client.query(`DELETE FROM ${table} WHERE cluster_id = $1 AND revision = 1`, [cluster]);
  });
  expect(
    valueOf(await log.changes(CALLER, cluster, { filter: {}, pageSize: 10 })).items.map(({ position }) => position),
  ).toEqual(['2']);
  expect(await log.changes(CALLER, cluster, { filter: {}, after: 0n, pageSize: 10 })).toEqual({
    refused: true,
    refusal: { kind: 'HistoryExpired', at: '0', oldest: '1' },
  });
});
