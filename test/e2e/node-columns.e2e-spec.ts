import { statementsOf } from './statements.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const ZONE = 'topology.kubernetes.io/zone';

interface Made {
  readonly zone?: string;
  readonly spec?: object;
  readonly ready?: string;
  readonly capacity?: Readonly<Record<string, string>>;
}

function made(name: string, { zone, spec = {}, ready, capacity = { cpu: '2500m', memory: '4Gi' } }: Made = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: zone === undefined ? {} : { [ZONE]: zone } },
    spec,
    status: { capacity, conditions: ready === undefined ? [] : [{ type: 'Ready', status: ready }] },
  };
}

const bound = (name: string, nodeName: string, more: object = {}): object => {
  const { spec, ...rest } = pod(name) as { readonly spec: object };
  return { ...rest, spec: { ...spec, nodeName }, ...more };
};

const OBJECTS = [
  made('a', { zone: 'z2', ready: 'True' }),
  made('b', { zone: 'z1', ready: 'Unknown', spec: { unschedulable: true } }),
  made('c', { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] }, capacity: { cpu: '1', 'nvidia.com/gpu': '4' } }),
  made('d', { zone: 'z1', ready: 'False' }),
  bound('p1', 'a'),
  bound('p2', 'c'),
  bound('p3', 'c'),
  bound('done', 'a', { status: { phase: 'Succeeded' } }),
  bound('lost', 'gone'),
  pod('waits'),
];

const WANTED = {
  names: ['a', 'b', 'c', 'd'],
  pods: [1, 0, 2, 0],
  unready: [1, 3],
  cordoned: [1],
  tainted: [2],
  overCommitted: [2],
  labels: [{ key: ZONE, values: ['z1', 'z2'], indexes: [1, 0, -1, 0] }],
  resources: [
    { resource: 'nvidia.com/gpu', nodes: 1, allocatable: [0, 0, 4, 0], requested: [0, 0, 0, 0] },
    { resource: 'cpu', nodes: 4, allocatable: [2.5, 2.5, 1, 2.5], requested: [1, 0, 2, 0] },
  ],
};

const QUERY = `query ($name: String!, $at: String, $labels: [String!]!, $resources: [String!]!) {
  cluster(name: $name, at: $at) { nodeColumns(labels: $labels, resources: $resources) {
    position revision names pods unready cordoned tainted overCommitted labels { key values indexes }
    resources { resource nodes allocatable requested } } } }`;

async function bothFaces(name: string, at?: string): Promise<unknown[]> {
  const columns = { labels: [ZONE], resources: ['nvidia.com/gpu', 'cpu'] };
  const { body: graphql } = await api.post('/graphql').send({ query: QUERY, variables: { name, at, ...columns } });
  const { body: rest } = await api
    .get(`/v1/clusters/${name}/node-columns`)
    .query({ labels: columns.labels.join(','), resources: columns.resources.join(','), ...(at && { at }) })
    .expect(200);
  return [rest, graphql.data.cluster.nodeColumns];
}

test('every node of a cluster by column, the same over both faces, as it is and as it was', async () => {
  const name = await api.cluster(...OBJECTS);
  const wanted = { ...WANTED, revision: '1' };
  for (const columns of await bothFaces(name)) expect(columns).toMatchObject(wanted);
  await api.delete(`/v1/clusters/${name}/api/v1/nodes/c`).expect(200);
  for (const columns of await bothFaces(name, 'revision:1')) expect(columns).toMatchObject(wanted);
  const [now] = await bothFaces(name);
  expect(now).toMatchObject({ revision: '2', names: ['a', 'b', 'd'], overCommitted: [], pods: [1, 0, 0] });
});

test('cpu and memory and no label, where nothing is said', async () => {
  const name = await api.cluster(node('a'));
  const { body } = await api.get(`/v1/clusters/${name}/node-columns`).expect(200);
  expect(body).toMatchObject({
    labels: [],
    resources: [
      { resource: 'cpu', allocatable: [2] },
      { resource: 'memory', allocatable: [2 ** 32], requested: [0] },
    ],
  });
});

test.each([
  ['resources=cpu,cpu', 'resources', 'names "cpu" twice'],
  ['labels=', 'labels', 'must not have an empty name'],
  [`labels=${Array.from({ length: 21 }, (_, index) => `l${index}`).join()}`, 'labels', 'must name 20 at most, not 21'],
])('%s is refused', async (query, field, message) => {
  const name = await api.cluster();
  const { body } = await api.get(`/v1/clusters/${name}/node-columns?${query}`).expect(400);
  expect(body.errors).toEqual([expect.objectContaining({ pointer: `/${field}`, detail: message })]);
});

test('a cluster of many nodes takes as many statements as one of few', async () => {
  const cost = async (nodes: number): Promise<number> => {
    const name = await api.cluster(...Array.from({ length: nodes }, (_, index) => node(`n${index}`)));
    const { answer, statements } = await statementsOf(
      async () => api.get(`/v1/clusters/${name}/node-columns`),
      api.database.url,
    );
    expect(answer.body.names).toHaveLength(nodes);
    return statements.filter((text) => / (nodes|pods) /.test(text)).length;
  };
  expect([await cost(1), await cost(700)]).toEqual([2, 2]);
});
