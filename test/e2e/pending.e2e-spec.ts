import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let cluster: string;

const asks = (name: string, requests: object, more: object = {}, namespace = 'default') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, creationTimestamp: `2026-01-0${name.length}T00:00:00Z` },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }], ...more },
});
const CPU = 'NodeResourcesFit: Insufficient cpu';
const MEMORY = 'NodeResourcesFit: Insufficient memory';
const TAINT = 'TaintToleration: node(s) had untolerated taint {k: v}';

/** One free node and one with a taint; a pod fits, and the others are pending for all causes that there are. */
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(
    { ...node('t', { cpu: '1', memory: '1Gi' }), spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } },
    node('free', { cpu: '2', memory: '2Gi' }),
    pod('fits', '1'),
    asks('aa', { cpu: '9' }),
    asks('a', { cpu: '9', memory: '1Mi' }),
    asks('aaa', { cpu: '9', memory: '9Gi' }, {}, 'other'),
    asks('aaaa', { cpu: '1' }, { schedulingGates: [{ name: 'wait' }] }),
  );
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  const late = { apiVersion: 'v1', kind: 'List', items: [asks('aaaaa', { cpu: '1' })] };
  await api.post(`/v1/clusters/${cluster}/import`).send(late).expect(200);
});
afterAll(() => api.stop());

const path = (rest: string): string => `/v1/clusters/${cluster}/${rest}`;
const read = async (rest: string) => (await api.get(path(rest)).expect(200)).body;
const graphql = async (selection: string) =>
  (
    await api
      .post('/graphql')
      .send({ query: `query ($cluster: String!) { cluster(name: $cluster) { ${selection} } }`, variables: { cluster } })
      .expect(200)
  ).body;

const none = { gated: 0, neverTried: 0, nominated: 0, unschedulable: 0, error: 0, skipped: 0 };

test('pending pods are grouped by all that is in their way, and counted by why they are pending', async () => {
  const states = { ...none, gated: 1, neverTried: 1, unschedulable: 3 };
  const nothing = { first: 0, any: 0, sole: 0, only: 0, alone: 0 };
  const onOne = (plugin: string, reason: string) => ({ plugin, reason, leastNodes: 1, mostNodes: 1 });
  const [cpu, memory, taint] = [
    onOne('NodeResourcesFit', 'Insufficient cpu'),
    onOne('NodeResourcesFit', 'Insufficient memory'),
    onOne('TaintToleration', 'node(s) had untolerated taint {k: v}'),
  ];
  const groups = [
    {
      group: { obstacleSet: `${CPU}; ${TAINT}` },
      pods: 2,
      oldest: { namespace: 'default', name: 'a', since: '2026-01-01T00:00:00.000Z' },
      states: { ...none, unschedulable: 2 },
      obstacles: nothing,
      rejections: [cpu, taint],
    },
    {
      group: { obstacleSet: null },
      pods: 2,
      oldest: { namespace: 'default', name: 'aaaa', since: '2026-01-04T00:00:00.000Z' },
      states: { ...none, gated: 1, neverTried: 1 },
      obstacles: nothing,
      rejections: [],
    },
    {
      group: { obstacleSet: `${CPU}; ${MEMORY}; ${TAINT}` },
      pods: 1,
      oldest: { namespace: 'other', name: 'aaa', since: '2026-01-03T00:00:00.000Z' },
      states: { ...none, unschedulable: 1 },
      obstacles: nothing,
      rejections: [cpu, memory, taint],
    },
  ];
  const page = await read('pending');
  expect({ ...page, items: undefined }).toEqual({ pods: 5, states, items: undefined });
  expect(page.items).toEqual(expect.arrayContaining(groups));
  expect(page.items).toHaveLength(3);
  const { data } = await graphql(`pending { pods states { unschedulable gated neverTried } hasMore
    groups { obstacleSet pods oldest { name since } rejections { plugin reason leastNodes mostNodes } } }`);
  expect(data.cluster.pending).toEqual({
    pods: 5,
    states: { unschedulable: 3, gated: 1, neverTried: 1 },
    hasMore: false,
    groups: page.items.map(({ group, pods, oldest, rejections }: (typeof groups)[number]) => ({
      obstacleSet: group.obstacleSet,
      pods,
      oldest: { name: oldest.name, since: oldest.since },
      rejections,
    })),
  });
});

test('by reason a pod is in a group for each, with how the reason is in its way', async () => {
  const { items } = await read('pending?groupBy=plugin,reason');
  expect(items.map(({ group, pods, obstacles }: Record<string, unknown>) => [group, pods, obstacles])).toEqual([
    [{ plugin: 'NodeResourcesFit', reason: 'Insufficient cpu' }, 3, { first: 3, any: 3, sole: 3, only: 2, alone: 0 }],
    [
      { plugin: 'TaintToleration', reason: 'node(s) had untolerated taint {k: v}' },
      3,
      { first: 3, any: 3, sole: 0, only: 0, alone: 0 },
    ],
    [
      { plugin: 'NodeResourcesFit', reason: 'Insufficient memory' },
      1,
      { first: 1, any: 1, sole: 1, only: 0, alone: 0 },
    ],
  ]);
  const csv = await api.get(path('pending?groupBy=namespace,state')).set('accept', 'text/csv').expect(200);
  expect(csv.text.split('\r\n').map((line) => line.split(',').slice(0, 5).join(','))).toEqual([
    'namespace,state,pods,oldestNamespace,oldestName',
    'default,unschedulable,2,default,a',
    'other,unschedulable,1,other,aaa',
    'default,gated,1,default,aaaa',
    'default,neverTried,1,default,aaaaa',
    '',
  ]);
});

test('pending pods are listed by what is in their way, the oldest first, page by page', async () => {
  const names = (items: { readonly name: string }[]): string[] => items.map(({ name }) => name);
  const all = await read('pending-pods?pageSize=3');
  expect([all.pods, names(all.items)]).toEqual([5, ['a', 'aa', 'aaa']]);
  expect(all.items[0]).toEqual({
    namespace: 'default',
    name: 'a',
    uid: expect.any(String),
    since: '2026-01-01T00:00:00.000Z',
    state: 'unschedulable',
    obstacleSet: `${CPU}; ${TAINT}`,
    decision: expect.stringMatching(/^[0-9a-f-]{36}\.\d$/),
  });
  expect(names((await read(`pending-pods?pageSize=3&pageToken=${all.nextPageToken}`)).items)).toEqual([
    'aaaa',
    'aaaaa',
  ]);
  const only = 'reason=Insufficient%20cpu&obstacle=only';
  expect(names((await read(`pending-pods?${only}`)).items)).toEqual(['a', 'aa']);
  expect(names((await read(`pending-pods?state=gated`)).items)).toEqual(['aaaa']);
  expect(names((await read(`pending-pods?namespace=other&plugin=TaintToleration`)).items)).toEqual(['aaa']);
  const set = encodeURIComponent(`${CPU}; ${TAINT}`);
  expect(names((await read(`pending-pods?obstacleSet=${set}&orderBy=name`)).items)).toEqual(['a', 'aa']);
  const { data } = await graphql(`pendingPods(first: 2, reason: "Insufficient cpu", obstacle: only) { totalCount
    edges { node { name state decision { uid outcome } } } }`);
  expect(data.cluster.pendingPods).toEqual({
    totalCount: 2,
    edges: [
      { node: { name: 'a', state: 'unschedulable', decision: { uid: expect.any(String), outcome: 'unschedulable' } } },
      { node: { name: 'aa', state: 'unschedulable', decision: { uid: expect.any(String), outcome: 'unschedulable' } } },
    ],
  });
});

test('what is pending follows each revision', async () => {
  const name = await api.cluster(node('n', { cpu: '1', memory: '1Gi' }), asks('one', { cpu: '2' }));
  const states = async () => (await api.get(`/v1/clusters/${name}/pending`).expect(200)).body.states;
  expect(await states()).toEqual({ ...none, neverTried: 1 });
  await api.post(`/v1/clusters/${name}/runs`).send({}).expect(201);
  expect(await states()).toEqual({ ...none, unschedulable: 1 });
});

test.each([
  ['pending?groupBy=node', '/groupBy/0'],
  ['pending?groupBy=plugin,plugin', '/groupBy'],
  ['pending?obstacle=only', '/obstacle'],
  ['pending?state=waiting', '/state'],
  ['pending-pods?orderBy=age', '/orderBy'],
  ['pending-pods?label=app', '/label'],
])('%s is refused by the name of the field', async (rest, pointer) => {
  const { body } = await api.get(path(rest)).expect(400);
  expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
});

test('of a cluster as it was nothing is pretended', async () => {
  const { errors } = (
    await api
      .post('/graphql')
      .send({
        query: `query ($cluster: String!) { cluster(name: $cluster, at: "1") { pending { pods } } }`,
        variables: { cluster },
      })
  ).body;
  expect(errors[0].message).toMatch(/present only/);
});
