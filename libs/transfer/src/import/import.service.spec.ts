import { CALLER, chunksOf, kindNamed, node, pod, TestServices, valueOf } from '#test-services';
import type { ImportReport } from './import-report.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const namespaced = (name: string, namespace: string, extra: object = {}) => ({
  ...pod(name),
  ...extra,
  metadata: { name, namespace },
});
const priorityClass = (name: string, value: number) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
});
const report = async (cluster: string, objects: readonly object[]): Promise<ImportReport> =>
  valueOf(await services.import(cluster, objects));
const text = (cluster: string, manifests: string) =>
  services.imports.import(CALLER, { cluster, onError: 'abort', manifests: chunksOf(manifests, 7) });
const get = async (cluster: string, kind: string, name: string, namespace = '') =>
  valueOf(await services.objects.get(CALLER, { cluster, kind: kindNamed(kind), namespace }, name));

test('what is new, different and the same is counted; the same again changes nothing', async () => {
  const cluster = await services.clusterOf();
  const objects = [node('a'), node('b'), pod('p')];
  expect(await report(cluster, objects)).toEqual({
    revision: '1',
    created: 3,
    updated: 0,
    unchanged: 0,
    dryRun: false,
    warnings: [],
    warningCount: 0,
    rejected: [],
    rejectedCount: 0,
    ignored: [],
    ignoredCount: 0,
    ignoredKinds: [],
  });
  const position = await services.position(cluster);
  expect(await report(cluster, objects)).toMatchObject({ revision: '1', created: 0, updated: 0, unchanged: 3 });
  expect(await services.position(cluster)).toBe(position);
  expect(await report(cluster, [node('a', { cpu: '8' }), node('b'), node('c')])).toMatchObject({
    revision: '2',
    created: 1,
    updated: 1,
    unchanged: 1,
  });
  expect((await get(cluster, 'Node', 'a')).status?.['capacity']).toEqual({ cpu: '8', pods: '110' });
});

test('a Job without a uid gets one, by which it finds its pods, and keeps it', async () => {
  const job = (image: string): object => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'once', namespace: 'default' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image }] } } },
  });
  const cluster = await services.clusterOf(job('i'));
  const { metadata, spec } = await get(cluster, 'Job', 'once', 'default');
  const own = { 'batch.kubernetes.io/controller-uid': metadata.uid };
  expect(spec).toMatchObject({ selector: { matchLabels: own }, template: { metadata: { labels: own } } });
  expect(await report(cluster, [job('i')])).toMatchObject({ unchanged: 1 });
  expect(await report(cluster, [job('j')])).toMatchObject({ updated: 1 });
  expect((await get(cluster, 'Job', 'once', 'default')).spec).toMatchObject({ selector: { matchLabels: own } });
});

test('identity and age come with the object; the version is ours', async () => {
  const cluster = await services.clusterOf({
    ...pod('p'),
    metadata: {
      name: 'p',
      namespace: 'default',
      uid: 'u-1',
      creationTimestamp: '2020-01-02T03:04:05Z',
      resourceVersion: '99',
      managedFields: [],
    },
  });
  expect((await get(cluster, 'Pod', 'p', 'default')).metadata).toEqual({
    name: 'p',
    namespace: 'default',
    uid: 'u-1',
    creationTimestamp: '2020-01-02T03:04:05Z',
    resourceVersion: '1',
  });
  await report(cluster, [{ ...pod('p'), metadata: { name: 'p', labels: { a: 'b' } } }]);
  expect((await get(cluster, 'Pod', 'p', 'default')).metadata).toMatchObject({
    uid: 'u-1',
    creationTimestamp: '2020-01-02T03:04:05Z',
    labels: { a: 'b' },
  });
});

test.each([[0], [1], [2]])(
  'references are judged at the end, whatever the order of the objects (turned by %i)',
  async (turn) => {
    const cluster = await services.clusterOf();
    const objects = [
      namespaced('p', 'team', {
        spec: { ...(pod('p') as { spec: object }).spec, nodeName: 'a', priorityClassName: 'high' },
      }),
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team', labels: { owner: 'x' } } },
      priorityClass('high', 1000),
      node('a'),
    ];
    const turned = [...objects.slice(turn), ...objects.slice(0, turn)];
    expect(await report(cluster, turned)).toMatchObject({ created: 4, updated: 0, warnings: [] });
    expect((await get(cluster, 'Pod', 'p', 'team')).spec).toMatchObject({ priority: 1000, nodeName: 'a' });
    expect((await get(cluster, 'Namespace', 'team')).metadata.labels).toMatchObject({ owner: 'x' });
  },
);

test('namespaces that nobody brings are made, and are in the log', async () => {
  const cluster = await services.clusterOf(namespaced('p', 'one'), namespaced('p', 'two'));
  const namespaces = valueOf(
    await services.objects.list(CALLER, { cluster, kind: kindNamed('Namespace'), namespace: '' }),
  );
  expect(namespaces.items.map(({ metadata, status }) => [metadata.name, metadata.resourceVersion, status])).toEqual([
    ['one', '3', { phase: 'Active' }],
    ['two', '4', { phase: 'Active' }],
  ]);
  expect(await services.position(cluster)).toBe('4');
});

test('a pod on a node that is not there is kept, with a warning that names it', async () => {
  const cluster = await services.clusterOf();
  const { warnings, created } = await report(cluster, [
    pod('p', {}, { nodeName: 'here' }),
    node('here'),
    pod('q', {}, { nodeName: 'gone' }),
  ]);
  expect(created).toBe(3);
  expect(warnings).toEqual([
    {
      index: 2,
      apiVersion: 'v1',
      kind: 'Pod',
      namespace: 'default',
      name: 'q',
      field: 'spec.nodeName',
      message: 'node "gone" is not there; the pod is kept as bound to it',
    },
  ]);
  expect((await get(cluster, 'Pod', 'q', 'default')).spec?.['nodeName']).toBe('gone');
});

test('a pod keeps the priority that its own cluster gave it, and is warned about a class that is nowhere', async () => {
  const cluster = await services.clusterOf();
  const { warnings } = await report(cluster, [pod('p', {}, { priorityClassName: 'nowhere' })]);
  expect(warnings).toMatchObject([{ index: 0, kind: 'Pod', name: 'p', field: 'spec.priorityClassName' }]);
});

test('kinds that are not kept are named and left out', async () => {
  const cluster = await services.clusterOf();
  const secret = { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name: 's', namespace: 'default' } };
  const { ignored, created } = await report(cluster, [
    secret,
    node('a'),
    { apiVersion: 'v1beta1', kind: 'Node', metadata: { name: 'b' } },
  ]);
  expect(created).toBe(1);
  expect(ignored).toEqual([
    {
      index: 0,
      apiVersion: 'v1',
      kind: 'ComponentStatus',
      namespace: 'default',
      name: 's',
      message: 'kind ComponentStatus of v1 is not kept: it does not matter for placement',
    },
    {
      index: 2,
      apiVersion: 'v1beta1',
      kind: 'Node',
      namespace: '',
      name: 'b',
      message: 'kind Node of v1beta1 is not kept, did you mean Node of v1?',
    },
  ]);
});

test.each([
  ['in one batch', 2],
  ['far apart', 600],
])('the last of several with one name counts: %s', async (_, distance) => {
  const cluster = await services.clusterOf();
  const objects = [
    node('twice', { cpu: '1' }),
    ...range(distance).map((index) => node(`n${index}`)),
    node('twice', { cpu: '2' }),
    node('twice', { cpu: '2' }),
  ];
  expect(await report(cluster, objects)).toMatchObject({ created: distance + 1, updated: 1, unchanged: 1 });
  expect((await get(cluster, 'Node', 'twice')).status?.['capacity']).toMatchObject({ cpu: '2' });
  const changes = await services.rows(
    "SELECT op FROM changes WHERE cluster_id = $1 AND name = 'twice' ORDER BY position",
    [cluster],
  );
  expect(changes).toEqual([{ op: 'create' }, { op: 'update' }]);
});

test('YAML of several documents and lists is the same input', async () => {
  const cluster = await services.clusterOf();
  const manifests = [
    'apiVersion: v1',
    'kind: List',
    'items:',
    '- apiVersion: v1',
    '  kind: Node',
    '  metadata: {name: a}',
    '  status: {capacity: {pods: 9}}',
    '- apiVersion: v1',
    '  kind: Pod',
    '  metadata:',
    '    name: p',
    '  spec: {containers: [{name: c, image: i}]}',
    '---',
    'apiVersion: v1',
    'kind: Namespace',
    'metadata: {name: team}',
    '',
  ].join('\n');
  expect(valueOf(await text(cluster, manifests))).toMatchObject({ created: 3, warnings: [] });
});

test('an input that ends in the middle of its arrival leaves nothing, and the next one is taken', async () => {
  const cluster = await services.clusterOf();
  async function* broken(): AsyncIterable<string> {
    yield* chunksOf(JSON.stringify(range(2000).map((index) => node(`n${index}`))).slice(0, -1));
    throw new Error('the connection was reset');
  }
  await expect(services.imports.import(CALLER, { cluster, onError: 'skip', manifests: broken() })).rejects.toThrow(
    'the connection was reset',
  );
  expect(await services.position(cluster)).toBe('0');
  expect(await report(cluster, [node('a')])).toMatchObject({ created: 1 });
});

test.each(['', ' \n', '# nothing\n---\n', '[]', '{"apiVersion":"v1","kind":"List","items":[]}'])(
  'an import without any object is refused: %j',
  async (manifests) => {
    const cluster = await services.clusterOf();
    expect(await text(cluster, manifests)).toMatchObject({
      refused: true,
      refusal: { kind: 'NothingToImport', total: 0, ignored: [] },
    });
    expect(await services.position(cluster)).toBe('0');
  },
);

test('the same key imports once and answers the same again', async () => {
  const cluster = await services.clusterOf();
  let replays = 0;
  const idempotency = {
    key: 'k',
    operation: 'import',
    request: { cluster },
    onReplay: () => {
      replays++;
    },
  };
  const run = (name: string) =>
    services.imports.import(CALLER, {
      cluster,
      onError: 'abort',
      manifests: chunksOf(JSON.stringify(node(name))),
      idempotency,
    });
  const first = await run('a');
  expect(await run('b')).toEqual(first);
  expect([replays, valueOf(await services.clusters.get(CALLER, cluster)).counts.nodes]).toEqual([1, 1]);
});
