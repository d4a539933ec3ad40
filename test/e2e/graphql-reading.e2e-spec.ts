import { GraphqlApi, node, pod } from './graphql-api.js';

let api: GraphqlApi;
let cluster: string;
beforeAll(async () => {
  api = await GraphqlApi.start();
  cluster = await api.cluster('reading', [
    node('n1', {
      capacity: { cpu: '4', memory: '8Gi', pods: '110', 'nvidia.com/gpu': '2' },
      labels: { zone: 'a' },
      spec: { taints: [{ key: 'k', value: 'v', effect: 'PreferNoSchedule' }] },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'KubeletReady',
          message: 'ok',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
      ],
    }),
    node('n2', { labels: { zone: 'b' }, spec: { unschedulable: true } }),
    pod('a', {
      requests: { cpu: '1500m', memory: '1536Mi' },
      spec: { nodeName: 'n1', priority: 7 },
      status: { phase: 'Running' },
      labels: { app: 'web' },
    }),
    pod('b', {
      requests: { cpu: '250m', memory: '512Mi', 'nvidia.com/gpu': '1' },
      limits: { 'nvidia.com/gpu': '1' },
      spec: { nodeName: 'n1' },
      status: { phase: 'Running' },
    }),
    pod('done', { requests: { cpu: '4' }, spec: { nodeName: 'n1' }, status: { phase: 'Succeeded' } }),
    pod('over', { requests: { cpu: '5' }, spec: { nodeName: 'n2' }, status: { phase: 'Running' } }),
    pod('lost', { requests: { cpu: '3' }, spec: { nodeName: 'gone' }, status: { phase: 'Running' } }),
    pod('waits', { requests: { cpu: '1' } }),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
    },
  ]);
});
afterAll(() => api.stop());

test('a cluster is found by its global id, by its plain id and by its name, and not otherwise', async () => {
  const { cluster: byName } = await api.data(
    `{ cluster(name: "reading") { id uid name team revision position createdAt origin { cluster }
      counts { nodes pods pendingPods } } }`,
  );
  expect(byName).toMatchObject({
    id: cluster,
    name: 'reading',
    team: 'default',
    revision: '1',
    origin: null,
    counts: { nodes: 2, pods: 6, pendingPods: 1 },
  });
  expect(byName.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const again = 'query ($id: ID!) { cluster(id: $id) { id } }';
  for (const id of [cluster, byName.uid, 'reading'])
    expect(await api.data(again, { id })).toEqual({ cluster: { id: cluster } });
  expect(await api.data(again, { id: 'nobody' })).toEqual({ cluster: null });
  const { error } = await api.error('{ cluster { id } }');
  expect(error.extensions).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ code: 'FIELD_REQUIRED' }] });
});

test('a node shows what it has, what is requested of it and what is left', async () => {
  const {
    cluster: { nodes },
  } = await api.data(`{ cluster(name: "reading") { nodes(labelSelector: "zone=a") { totalCount edges { node {
    id kind name namespace uid resourceVersion labels { key value } taints { key value effect }
    conditions { type status reason message lastTransitionTime }
    unschedulable ready overCommitted podCount
    capacity { resource quantity } allocatable { resource quantity } requested { resource quantity }
    free { resource quantity }
    pods { edges { node { name } } pageInfo { hasNextPage } } manifest } } } } }`);
  expect(nodes.totalCount).toBe(1);
  const { manifest, ...shown } = nodes.edges[0].node;
  expect(shown).toMatchObject({
    kind: 'Node',
    name: 'n1',
    namespace: null,
    labels: [{ key: 'zone', value: 'a' }],
    taints: [{ key: 'k', value: 'v', effect: 'PreferNoSchedule' }],
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        message: 'ok',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
    unschedulable: false,
    ready: true,
    overCommitted: false,
    podCount: 2,
    pods: {
      edges: [{ node: { name: 'a' } }, { node: { name: 'b' } }, { node: { name: 'done' } }],
      pageInfo: { hasNextPage: false },
    },
  });
  const quantities = (list: { resource: string; quantity: string }[]): object =>
    Object.fromEntries(list.map(({ resource, quantity }) => [resource, quantity]));
  expect(quantities(shown.capacity)).toEqual({ cpu: '4', memory: '8Gi', pods: '110', 'nvidia.com/gpu': '2' });
  expect(quantities(shown.requested)).toEqual({ cpu: '1750m', memory: '2Gi', 'nvidia.com/gpu': '1', pods: '2' });
  expect(quantities(shown.free)).toEqual({ cpu: '2250m', memory: '6Gi', 'nvidia.com/gpu': '1', pods: '108' });
  expect(manifest.metadata.resourceVersion).toBe(shown.resourceVersion);
});

test('a node with more requested than allocatable says so', async () => {
  const {
    cluster: { nodes },
  } = await api.data(`{ cluster(name: "reading") { nodes(fieldSelector: "metadata.name=n2") { edges { node {
    unschedulable ready overCommitted free { resource quantity } } } } } }`);
  expect(nodes.edges[0].node).toMatchObject({ unschedulable: true, ready: null, overCommitted: true });
  expect(nodes.edges[0].node.free).toContainEqual({ resource: 'cpu', quantity: '-1' });
});

test("a cluster shows its totals; pods on nodes that are not there take nobody's room", async () => {
  const {
    cluster: { totals, utilization },
  } = await api.data(`{ cluster(name: "reading") {
    totals { capacity { resource quantity } allocatable { resource quantity } requested { resource quantity }
    free { resource quantity } }
    utilization { resource ratio } } }`);
  expect(totals.allocatable).toEqual([
    { resource: 'cpu', quantity: '8' },
    { resource: 'memory', quantity: '16Gi' },
    { resource: 'nvidia.com/gpu', quantity: '2' },
    { resource: 'pods', quantity: '220' },
  ]);
  expect(totals.requested).toEqual([
    { resource: 'cpu', quantity: '6750m' },
    { resource: 'memory', quantity: '2Gi' },
    { resource: 'nvidia.com/gpu', quantity: '1' },
    { resource: 'pods', quantity: '3' },
  ]);
  expect(totals.free).toContainEqual({ resource: 'cpu', quantity: '1250m' });
  expect(utilization).toEqual([
    { resource: 'cpu', ratio: 0.84375 },
    { resource: 'memory', ratio: 0.125 },
    { resource: 'nvidia.com/gpu', ratio: 0.5 },
    { resource: 'pods', ratio: 0.013636 },
  ]);
});

test('totals follow the cluster', async () => {
  await api.cluster('growing', [node('n1')]);
  const cpu = async (): Promise<unknown> =>
    (await api.data('{ cluster(name: "growing") { totals { allocatable { resource quantity } } } }')).cluster.totals
      .allocatable[0];
  expect(await cpu()).toEqual({ resource: 'cpu', quantity: '4' });
  await api.imported({ clusterId: 'growing', manifests: JSON.stringify(node('n2')) });
  expect(await cpu()).toEqual({ resource: 'cpu', quantity: '8' });
});

test('a pod shows its phase, its node, its requests and its priority', async () => {
  const {
    cluster: { pods },
  } = await api.data(`{ cluster(name: "reading") { pods(namespace: "default", labelSelector: "app=web") { totalCount
    edges { node {
    name namespace phase nodeName node { name } requests { resource quantity } priority priorityClassName schedulerName
    qosClass createdAt lastDecision { id } nominatedNodeName } } } } }`);
  expect(pods.totalCount).toBe(1);
  expect(pods.edges[0].node).toMatchObject({
    name: 'a',
    namespace: 'default',
    phase: 'Running',
    nodeName: 'n1',
    node: { name: 'n1' },
    priority: 7,
    priorityClassName: null,
    schedulerName: 'default-scheduler',
    requests: [
      { resource: 'cpu', quantity: '1500m' },
      { resource: 'memory', quantity: '1536Mi' },
    ],
    lastDecision: null,
    nominatedNodeName: null,
  });
});

test('a pod on a node that is not there keeps its name', async () => {
  const {
    cluster: { pods },
  } = await api.data(
    `{ cluster(name: "reading") { pods(fieldSelector: "metadata.name=lost") { edges { node { nodeName node { name } } }
      } } }`,
  );
  expect(pods.edges).toEqual([{ node: { nodeName: 'gone', node: null } }]);
});

test.each([
  ['Service', { __typename: 'ManifestObject', name: 'web', namespace: 'default' }],
  ['Node', { __typename: 'ClusterNode', name: 'n1', namespace: null }],
  ['Pod', { __typename: 'Pod', name: 'a', namespace: 'default' }],
])('objects of the kind %s have its type', async (kind, first) => {
  const {
    cluster: { objects },
  } = await api.data(
    `query ($kind: String!) { cluster(name: "reading") { objects(kind: $kind) { edges { node { __typename name
      namespace } } } } }`,
    { kind },
  );
  expect(objects.edges[0].node).toEqual(first);
});

test.each([
  ['{ cluster(name: "reading") { objects(kind: "ComponentStatus") { totalCount } } }', 'UNSUPPORTED_KIND'],
  ['{ cluster(name: "reading") { nodes(labelSelector: "a in (") { totalCount } } }', 'INVALID_REQUEST'],
  ['{ cluster(name: "reading") { pods(fieldSelector: "spec.color=red") { totalCount } } }', 'INVALID_REQUEST'],
  ['{ cluster(name: "reading") { nodes(first: 0) { totalCount } } }', 'INVALID_REQUEST'],
  ['{ cluster(name: "reading") { nodes(first: 501) { totalCount } } }', 'INVALID_REQUEST'],
  ['{ cluster(name: "reading") { nodes(after: "bm9uZQ") { totalCount } } }', 'INVALID_REQUEST'],
])('%s is a bad request', async (query, code) => {
  const { status, body, error } = await api.error(query);
  expect({ status, code: error.extensions.code, data: body.data }).toEqual({
    status: 200,
    code,
    data: { cluster: null },
  });
  expect(error.extensions.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test('every type is fetched again by its global id; what is not there is null', async () => {
  const { cluster: shown } = await api.data(`{ cluster(name: "reading") { id nodes(first: 1) { edges { node { id } } }
    pods(first: 1) { edges { node { id } } }
    objects(kind: "Service") { edges { node { id } } } profiles { totalCount edges { node { id name version digest
    config createdAt } } } } }`);
  const first = (name: string): string => shown[name].edges[0].node.id as string;
  const ids = [shown.id, first('nodes'), first('pods'), first('objects'), first('profiles')];
  expect(shown.profiles.edges[0].node).toMatchObject({ name: 'default-scheduler', version: 1 });
  const lost = Buffer.from(Buffer.from(first('nodes'), 'base64url').toString().replace(/n1$/, 'n9')).toString(
    'base64url',
  );
  const { nodes } = await api.data('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }', {
    ids: [...ids, lost, 'nonsense'],
  });
  expect(nodes).toEqual([
    { __typename: 'Cluster', id: ids[0] },
    { __typename: 'ClusterNode', id: ids[1] },
    { __typename: 'Pod', id: ids[2] },
    { __typename: 'ManifestObject', id: ids[3] },
    { __typename: 'Profile', id: ids[4] },
    null,
    null,
  ]);
  expect(await api.data('query ($id: ID!) { node(id: $id) { ... on Pod { name } } }', { id: ids[2] })).toEqual({
    node: { name: 'a' },
  });
});
