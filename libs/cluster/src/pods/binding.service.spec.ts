import { CALLER, kindNamed, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const podOf = async (cluster: string) =>
  valueOf(await services.objects.get(CALLER, { cluster, kind: kindNamed('Pod'), namespace: 'default' }, 'p'));
const bind = (cluster: string, request: object = {}) =>
  services.bindings.bind(CALLER, { cluster, namespace: 'default', name: 'p', node: 'a', ...request });

test('a binding sets the node, the condition and the start, and is one change', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const before = BigInt(await services.position(cluster));
  const bound = valueOf(await bind(cluster));
  expect(bound).toMatchObject({
    spec: { nodeName: 'a' },
    metadata: { resourceVersion: String(before + 1n) },
    status: {
      phase: 'Pending',
      startTime: expect.stringMatching(/Z$/),
      conditions: [{ type: 'PodScheduled', status: 'True' }],
    },
  });
  expect(await podOf(cluster)).toEqual(bound);
  expect(valueOf(await services.clusters.get(CALLER, cluster)).counts.pendingPods).toBe(0);
});

test('a pod is bound once, whoever bound it', async () => {
  const cluster = await services.clusterOf(node('a'), node('b'), pod('p'));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(await bind(cluster, { node: 'b' })).toMatchObject({
    refused: true,
    refusal: { kind: 'PodAlreadyBound', node: 'a', object: { name: 'p' } },
  });
});

test.each<[string, object, object, object]>([
  ['a pod that is not there', {}, { name: 'q' }, { kind: 'ObjectNotFound', object: { kind: 'Pod', name: 'q' } }],
  ['another pod of that name', {}, { uid: 'other' }, { kind: 'UidConflict', given: 'other' }],
  [
    'another version of the pod',
    {},
    { resourceVersion: '1' },
    { kind: 'ResourceVersionConflict', given: '1', operation: 'bind' },
  ],
  [
    'a pod of a namespace that is not there',
    {},
    { namespace: 'none' },
    { kind: 'ObjectNotFound', object: { kind: 'Namespace', name: 'none' } },
  ],
  [
    'a pod behind a gate',
    { schedulingGates: [{ name: 'g' }] },
    {},
    { kind: 'PodNotBindable', reason: 'pod p has non-empty .spec.schedulingGates' },
  ],
])('%s is refused, and the log stays', async (_, spec, request, refusal) => {
  const cluster = await services.clusterOf(node('a'), pod('p', {}, spec));
  const before = await services.position(cluster);
  expect(await bind(cluster, request)).toMatchObject({ refused: true, refusal });
  expect(await services.position(cluster)).toBe(before);
});

test('a pod is bound to a node that is not there, with the annotations of the binding', async () => {
  const cluster = await services.clusterOf(pod('p'));
  const bound = valueOf(await bind(cluster, { node: 'nowhere', annotations: { from: 'binding' } }));
  expect(bound).toMatchObject({ spec: { nodeName: 'nowhere' }, metadata: { annotations: { from: 'binding' } } });
});

test('a dry run of a binding binds nothing', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  expect(valueOf(await bind(cluster, { dryRun: true })).spec).toMatchObject({ nodeName: 'a' });
  expect((await podOf(cluster)).spec?.['nodeName']).toBeUndefined();
});

test('a bound pod may be patched and stays bound', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const patch = { type: 'merge' as const, patch: { metadata: { labels: { a: 'b' } } } };
  const before = await podOf(cluster);
  const after = valueOf(
    await services.objects.patch(
      CALLER,
      { cluster, kind: kindNamed('Pod'), namespace: 'default' },
      { name: 'p', patch },
    ),
  );
  expect([after.spec, after.status]).toEqual([before.spec, before.status]);
});

test('no pod is bound or evicted in a namespace that is being terminated', async () => {
  const inShop = { ...pod('p'), metadata: { name: 'p', namespace: 'shop', finalizers: ['a/b'] } };
  const cluster = await services.clusterOf(node('a'), inShop);
  const namespaces = { cluster, kind: kindNamed('Namespace'), namespace: '' };
  await services.objects.patch(CALLER, namespaces, {
    name: 'shop',
    patch: { type: 'merge', patch: { metadata: { finalizers: ['a/b'] } } },
  });
  valueOf(await services.objects.delete(CALLER, namespaces, { name: 'shop' }));
  const refusal = { kind: 'NamespaceTerminating', object: { kind: 'Pod', name: 'p' }, namespace: 'shop' };
  expect(await bind(cluster, { namespace: 'shop' })).toMatchObject({ refused: true, refusal });
  const eviction = { cluster, namespace: 'shop', name: 'p' };
  expect(await services.evictions.evict(CALLER, eviction)).toMatchObject({ refused: true, refusal });
});
