import { TestApi, node } from './test-api.js';

let api: TestApi;
let cluster: string;

const inZone = (name: string, zone: string | undefined, cpu: string) => {
  const made = node(name, { cpu, memory: '1Gi', pods: '10' }) as { metadata: object };
  return { ...made, metadata: { ...made.metadata, labels: zone === undefined ? {} : { zone } } };
};
const asks = (name: string, cpu: string, labels: object, namespace = 'default') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
});
const bound = (nodeName: string, pod: ReturnType<typeof asks>) => ({ ...pod, spec: { ...pod.spec, nodeName } });

beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(
    inZone('a1', 'a', '2'),
    inZone('a2', 'a', '3'),
    inZone('b1', 'b', '1'),
    inZone('nowhere', undefined, '1'),
    bound('a1', asks('one', '500m', { team: 'x' })),
    bound('a2', asks('two', '1', { team: 'y' }, 'other')),
    bound('b1', asks('three', '1500m', { team: 'x' })),
    { ...bound('b1', asks('done', '1', {})), status: { phase: 'Succeeded' } },
    asks('waits', '7', { team: 'x' }),
  );
});
afterAll(() => api.stop());

const path = (rest: string): string => `/v1/clusters/${cluster}/${rest}`;
const amount = (value: number, quantity: string) => ({ value, quantity });

test('nodes by a label have allocatable, requested and free, as numbers and quantities', async () => {
  const { body } = await api.get(path('utilization?groupBy=label:zone&resources=cpu')).expect(200);
  const row = (zone: string | null, rest: object) => ({
    group: { 'label:zone': zone },
    pendingPods: null,
    resource: 'cpu',
    pending: null,
    ...rest,
  });
  const items = [
    row('a', {
      ...{ nodes: 2, pods: 2, ratio: 0.3 },
      ...{ allocatable: amount(5, '5'), requested: amount(1.5, '1500m'), free: amount(3.5, '3500m') },
    }),
    row('b', {
      ...{ nodes: 1, pods: 1, ratio: 1.5 },
      ...{ allocatable: amount(1, '1'), requested: amount(1.5, '1500m'), free: amount(-0.5, '-500m') },
    }),
    row(null, {
      ...{ nodes: 1, pods: 0, ratio: 0 },
      ...{ allocatable: amount(1, '1'), requested: amount(0, '0'), free: amount(1, '1') },
    }),
  ];
  expect(body).toEqual({ items });
  const { data } = (
    await api
      .post('/graphql')
      .send({
        query: `query ($cluster: String!) { cluster(name: $cluster) {
          utilizationBy(groupBy: ["label:zone"], resources: ["cpu"]) { totalCount edges { node {
            group { by value } nodes pods pendingPods resource ratio
            allocatable { value quantity } requested { value quantity }
            free { value quantity } pending { value } } } } } }`,
        variables: { cluster },
      })
      .expect(200)
  ).body;
  expect(data.cluster.utilizationBy).toEqual({
    totalCount: 3,
    edges: items.map(({ group, ...rest }) => ({
      node: { ...rest, group: [{ by: 'label:zone', value: group['label:zone'] }] },
    })),
  });
});

test('pods by label and namespace have what they request, on nodes and pending', async () => {
  const csv = await api
    .get(path('utilization?groupBy=podLabel:team,namespace&resources=cpu'))
    .set('accept', 'text/csv')
    .expect(200);
  expect(csv.text.split('\r\n')).toEqual([
    'podLabel:team,namespace,nodes,pods,pendingPods,resource,allocatableValue,allocatableQuantity,requestedValue,' +
      'requestedQuantity,freeValue,freeQuantity,pendingValue,pendingQuantity,ratio',
    'x,default,,2,1,cpu,,,2,2,,,7,7,',
    'y,other,,1,0,cpu,,,1,1,,,0,0,',
    '',
  ]);
  const both = (await api.get(path('utilization?groupBy=label:zone,podLabel:team&resources=cpu')).expect(200)).body;
  expect(
    both.items.map(({ group, pods, requested }: Record<string, unknown>) => [
      Object.values(group as object),
      pods,
      requested,
    ]),
  ).toEqual([
    [['a', 'x'], 1, amount(0.5, '500m')],
    [['a', 'y'], 1, amount(1, '1')],
    [['b', 'x'], 1, amount(1.5, '1500m')],
  ]);
});

test('a moment of the past is as it was then', async () => {
  const before = (await api.get(path('utilization?groupBy=label:zone')).expect(200)).body;
  const { revision } = (await api.get(`/v1/clusters/${cluster}`).expect(200)).body;
  await api.delete(path('api/v1/nodes/a2')).expect(200);
  const then = (await api.get(path(`utilization?groupBy=label:zone&at=revision:${revision}`)).expect(200)).body;
  expect(then).toEqual(before);
  const pods = (await api.get(path(`utilization?groupBy=podLabel:team&at=revision:${revision}`)).expect(200)).body;
  expect(pods.items.map(({ pods: count }: { pods: number }) => count)).toEqual([2, 2, 1, 1]);
  const now = (await api.get(path('utilization?groupBy=label:zone&resources=cpu&pageSize=1')).expect(200)).body;
  expect(now.items[0]).toMatchObject({ nodes: 1, pods: 1, allocatable: { quantity: '2' } });
  expect(
    (await api.get(path(`utilization?groupBy=label:zone&resources=cpu&pageSize=1&pageToken=${now.nextPageToken}`))).body
      .items[0].group,
  ).toEqual({ 'label:zone': 'b' });
});

test.each([
  ['utilization', '/groupBy'],
  ['utilization?groupBy=zone', '/groupBy/0'],
  ['utilization?groupBy=label:', '/groupBy/0'],
  ['utilization?groupBy=node,node', '/groupBy'],
  ['utilization?groupBy=node&resource=cpu', '/resource'],
])('%s is refused by the name of the field', async (rest, pointer) => {
  const { body } = await api.get(path(rest)).expect(400);
  expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
});
