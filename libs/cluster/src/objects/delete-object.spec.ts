import { CALLER, kindNamed, manifest, node, pod, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const of = (cluster: string, kind: string, namespace = '') => ({ cluster, kind: kindNamed(kind), namespace });
const service = (name: string, namespace: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace },
  spec: { ports: [{ port: 80 }] },
});

test('a namespace goes with everything in it, in one revision, and nothing else does', async () => {
  const inShop = (one: object, name: string) => ({ ...one, metadata: { name, namespace: 'shop' } });
  const cluster = await services.clusterOf(
    node('a'),
    inShop(pod('p', {}, { nodeName: 'a' }), 'p'),
    inShop(pod('q'), 'q'),
    service('s', 'shop'),
    pod('kept'),
  );
  const before = valueOf(await services.clusters.get(CALLER, cluster));
  valueOf(await services.objects.delete(CALLER, of(cluster, 'Namespace'), { name: 'shop' }));
  const after = valueOf(await services.clusters.get(CALLER, cluster));
  expect([BigInt(after.revision) - BigInt(before.revision), BigInt(after.position) - BigInt(before.position)]).toEqual([
    1n,
    4n,
  ]);
  expect(after.counts).toEqual({ nodes: 1, pods: 1, pendingPods: 1 });
  const gone = await services.rows(
    "SELECT kind, name FROM changes WHERE cluster_id = $1 AND op = 'delete' ORDER BY position",
    [cluster],
  );
  expect(gone).toEqual([
    { kind: 'Pod', name: 'p' },
    { kind: 'Pod', name: 'q' },
    { kind: 'Service', name: 's' },
    { kind: 'Namespace', name: 'shop' },
  ]);
  expect(valueOf(await services.objects.list(CALLER, of(cluster, 'Service'))).items).toEqual([]);
});

test('a namespace that every cluster has stays, with everything in it', async () => {
  const cluster = await services.clusterOf(pod('p'));
  expect(await services.objects.delete(CALLER, of(cluster, 'Namespace'), { name: 'default' })).toMatchObject({
    refused: true,
    refusal: { kind: 'ObjectForbidden', step: 'NamespaceLifecycle', reasons: ['this namespace may not be deleted'] },
  });
  expect(valueOf(await services.clusters.get(CALLER, cluster)).counts.pods).toBe(1);
});

test('a deletion answers the object as it last was, and frees its name', async () => {
  const cluster = await services.clusterOf(pod('p'));
  const last = valueOf(await services.objects.get(CALLER, of(cluster, 'Pod', 'default'), 'p'));
  expect(valueOf(await services.objects.delete(CALLER, of(cluster, 'Pod', 'default'), { name: 'p' }))).toEqual({
    outcome: 'gone',
    object: { ...last, metadata: { ...last.metadata, resourceVersion: await services.position(cluster) } },
  });
  expect(await services.objects.delete(CALLER, of(cluster, 'Pod', 'default'), { name: 'p' })).toMatchObject({
    refused: true,
    refusal: { kind: 'ObjectNotFound' },
  });
  expect(
    valueOf(await services.objects.create(CALLER, of(cluster, 'Pod', 'default'), manifest(pod('p')))).metadata.uid,
  ).not.toBe(last.metadata.uid);
});

test.each<[string, (uid: string, version: string) => object, string | undefined]>([
  ['another uid', () => ({ uid: 'other' }), 'UidConflict'],
  ['another version', (uid, version) => ({ uid, resourceVersion: `${version}0` }), 'ResourceVersionConflict'],
  ['what is there', (uid, resourceVersion) => ({ uid, resourceVersion }), undefined],
])('a deletion on the condition of %s', async (_, preconditions, refused) => {
  const cluster = await services.clusterOf(pod('p'));
  const {
    metadata: { uid = '', resourceVersion = '' },
  } = valueOf(await services.objects.get(CALLER, of(cluster, 'Pod', 'default'), 'p'));
  const outcome = await services.objects.delete(CALLER, of(cluster, 'Pod', 'default'), {
    name: 'p',
    preconditions: preconditions(uid, resourceVersion),
  });
  expect(outcome.refused ? outcome.refusal.kind : undefined).toBe(refused);
  expect(valueOf(await services.clusters.get(CALLER, cluster)).counts.pods).toBe(refused === undefined ? 0 : 1);
});

test('a dry run of a deletion keeps the object and the log', async () => {
  const cluster = await services.clusterOf({ ...pod('p'), metadata: { name: 'p', namespace: 'shop' } });
  const before = valueOf(await services.clusters.get(CALLER, cluster));
  valueOf(await services.objects.delete(CALLER, of(cluster, 'Namespace'), { name: 'shop', dryRun: true }));
  expect(valueOf(await services.clusters.get(CALLER, cluster))).toEqual(before);
});

test('a selection is deleted in one revision', async () => {
  const labelled = (name: string, app: string) => ({
    ...pod(name),
    metadata: { name, namespace: 'default', labels: { app } },
  });
  const cluster = await services.clusterOf(labelled('a', 'x'), labelled('b', 'y'), labelled('c', 'x'));
  const labels = [{ key: 'app', operator: 'In' as const, values: ['x'] }];
  const gone = valueOf(await services.objects.deleteSelected(CALLER, of(cluster, 'Pod', 'default'), { labels }));
  expect(gone.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'c']);
  expect(valueOf(await services.clusters.get(CALLER, cluster))).toMatchObject({ revision: '2', counts: { pods: 1 } });
});

test('preconditions are on each object of a selection, and an empty uid is none of an object', async () => {
  const cluster = await services.clusterOf(pod('p'), pod('q'));
  const pods = of(cluster, 'Pod', 'default');
  for (const preconditions of [{ uid: 'x' }, { uid: '' }, { resourceVersion: '0' }]) {
    const refusal = { object: { name: 'p' }, operation: 'delete' };
    const [selected, one] = [
      await services.objects.deleteSelected(CALLER, pods, { preconditions }),
      await services.objects.delete(CALLER, pods, { name: 'p', preconditions }),
    ];
    expect([selected, one]).toMatchObject([
      { refused: true, refusal },
      { refused: true, refusal },
    ]);
  }
  const first = valueOf(await services.objects.deleteSelected(CALLER, pods, { limit: 1 }));
  expect(first.items.map(({ metadata }) => metadata.name)).toEqual(['p']);
  expect(valueOf(await services.objects.list(CALLER, pods)).items).toHaveLength(1);
});
