import type { ClusterObjects, PlacedPod } from '#scheduler';
import { CALLER, kindNamed, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { WarmCluster } from '../warm/index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const read = (cluster: string) =>
  services.database.transaction(CALLER, (tx) => new WarmCluster(cluster).read(tx), { snapshot: true, readOnly: true });
const waiting = (name: string, nominatedNodeName: string): object => ({ ...pod(name), status: { nominatedNodeName } });

test('pods that have a node in view come in the order of their last changes', async () => {
  const cluster = await services.clusterOf(
    node('a'),
    waiting('first', 'a'),
    waiting('second', 'a'),
    waiting('third', 'gone'),
    waiting('nobody', ''),
    pod('plain'),
  );
  const namesOn = async (name: string) => (await read(cluster)).snapshot.nominations.on(name).map((pods) => pods.name);
  expect(await namesOn('a')).toEqual(['first', 'second']);
  expect(await namesOn('gone')).toEqual(['third']);
  expect(await namesOn('')).toEqual([]);
  const pods = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  valueOf(
    await services.objects.patch(CALLER, pods, {
      name: 'first',
      patch: { type: 'merge', patch: { metadata: { labels: { a: 'b' } } } },
    }),
  );
  expect(await namesOn('a')).toEqual(['second', 'first']);
});

test('a pod on a node takes its room there, and has no other node in view', async () => {
  const bound = { ...pod('bound', {}, { nodeName: 'a' }), status: { nominatedNodeName: 'b' } };
  const cluster = await services.clusterOf(node('a'), node('b'), bound, pod('astray', {}, { nodeName: 'gone' }), {
    ...pod('done', {}, { nodeName: 'a' }),
    status: { phase: 'Succeeded' },
  });
  const { snapshot, nodes } = await read(cluster);
  expect(nodes.map(({ name }) => name)).toEqual(['a', 'b']);
  expect([snapshot.pods(0).map(({ name }) => name), snapshot.pods(1).map(({ name }) => name)]).toEqual([['bound'], []]);
  expect(snapshot.nominations.isEmpty).toBe(true);
});

const objects: readonly (readonly [keyof ClusterObjects, object])[] = [
  ['namespaces', { apiVersion: 'v1', kind: 'Namespace' }],
  ['services', { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80 }] } }],
  [
    'persistentVolumes',
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/v' } },
    },
  ],
  [
    'persistentVolumeClaims',
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ],
  [
    'storageClasses',
    { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'p', volumeBindingMode: 'Immediate' },
  ],
  [
    'csiNodes',
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: [] }] },
    },
  ],
  ['csiDrivers', { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', spec: {} }],
  [
    'csiStorageCapacities',
    { apiVersion: 'storage.k8s.io/v1', kind: 'CSIStorageCapacity', storageClassName: 's', capacity: '1Gi' },
  ],
  [
    'volumeAttachments',
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttachment',
      spec: { attacher: 'd', nodeName: 'a', source: { persistentVolumeName: 'v' } },
    },
  ],
  [
    'podDisruptionBudgets',
    { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { minAvailable: 1, selector: {} } },
  ],
];

test.each(objects)('%s are there as they are stored, with their version', async (list, object) => {
  const { kind } = object as { readonly kind: string };
  const namespaced = kindNamed(kind).namespaced;
  const cluster = await services.clusterOf({
    ...object,
    metadata: { name: 'one', ...(namespaced && { namespace: 'default' }) },
  });
  const found = (await read(cluster)).snapshot.objects[list]?.find(({ metadata }) => metadata?.name === 'one');
  const stored = valueOf(
    await services.objects.get(
      CALLER,
      { cluster, kind: kindNamed(kind), namespace: namespaced ? 'default' : '' },
      'one',
    ),
  );
  if (list === 'podDisruptionBudgets') expect(found).toMatchObject({ spec: stored.spec, status: stored.status });
  else expect(found).toEqual(stored);
});

test('the status of a budget follows what the book hears', async () => {
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'all', namespace: 'default' },
    spec: { minAvailable: 1, selector: {} },
  };
  const cluster = await services.clusterOf(
    node('a'),
    budget,
    pod('p', {}, { nodeName: 'a' }),
    pod('q', {}, { nodeName: 'a' }),
    pod('r'),
  );
  const { snapshot, budgets } = await read(cluster);
  const allowed = () =>
    snapshot.objects.podDisruptionBudgets?.map(
      (object) => (object as { readonly status?: { readonly disruptionsAllowed?: number } }).status?.disruptionsAllowed,
    );
  expect([allowed(), budgets.outdated()]).toEqual([[1], []]);
  budgets.podBound({ namespace: 'default', name: 'r' });
  expect(allowed()).toEqual([2]);
  for (const name of ['p', 'q', 'nobody']) budgets.podGone({ namespace: 'default', name });
  budgets.podGone({ namespace: 'elsewhere', name: 'r' });
  expect(allowed()).toEqual([0]);
  expect(budgets.outdated()).toMatchObject([
    { object: { metadata: { name: 'all' }, status: { expectedPods: 1, currentHealthy: 1, disruptionsAllowed: 0 } } },
  ]);
});

/** Everything of a cluster that its pods bring to it. */
async function placements(cluster: string): Promise<unknown> {
  const { snapshot, nodes } = await read(cluster);
  const plain = ({ terms, ...one }: PlacedPod): unknown => ({ ...one, terms: JSON.stringify(terms()) });
  return nodes.map(({ name }, row) => ({
    name,
    pods: snapshot.pods(row).map(plain),
    nominated: snapshot.nominations.on(name).map(plain),
    requested: ['cpu', 'memory'].map((resource) => snapshot.resource(resource)?.requested.at(row)),
  }));
}

test('pods of before there were shapes are read from their manifests', async () => {
  const running = {
    ...pod('running', { cpu: '1' }, { nodeName: 'a', priority: 3 }),
    status: { phase: 'Running', startTime: '2026-03-01T10:00:00Z' },
  };
  const cluster = await services.clusterOf(
    node('a'),
    node('b'),
    running,
    pod('unstarted', {}, { nodeName: 'a' }),
    waiting('nominated', 'b'),
    pod('new'),
  );
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const now = await placements(cluster);
  expect(now).toMatchObject([
    {
      pods: [
        { name: 'running', priority: 3, startedAt: Date.UTC(2026, 2, 1, 10) },
        { name: 'unstarted', startedAt: Number.MAX_SAFE_INTEGER },
      ],
    },
    { pods: [{ name: 'nominated' }, { name: 'new' }] },
  ]);
  await services.rows('UPDATE pods SET shape = NULL, started_ms = NULL, nominated_node = NULL');
  expect(await placements(cluster)).toEqual(now);
});

test('the node in view of a pod of before there were shapes is read from its manifest', async () => {
  const cluster = await services.clusterOf(node('a'), waiting('first', 'a'), waiting('second', 'a'), pod('plain'));
  const now = await placements(cluster);
  expect(now).toMatchObject([{ nominated: [{ name: 'first' }, { name: 'second' }] }]);
  await services.rows('UPDATE pods SET shape = NULL, started_ms = NULL, nominated_node = NULL');
  expect(await placements(cluster)).toEqual(now);
});

test('pods of one shape share what it comes to', async () => {
  const cluster = await services.clusterOf(
    node('a'),
    pod('p', { cpu: '1' }, { nodeName: 'a' }),
    pod('q', { cpu: '1' }, { nodeName: 'a' }),
    pod('r', { cpu: '2' }, { nodeName: 'a' }),
  );
  const [p, q, r] = (await read(cluster)).snapshot.pods(0);
  expect([p?.load === q?.load, p?.load === r?.load]).toEqual([true, false]);
});
