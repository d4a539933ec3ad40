import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let cluster: string;

beforeAll(async () => {
  api = await TestApi.ofTeam();
  const tainted = (name: string) => ({
    ...node(name, { cpu: '8', memory: '8Gi' }),
    spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] },
  });
  const elsewhere = {
    ...(pod('far', '1', { app: 'web', tier: 'front' }) as { metadata: object }),
    metadata: { name: 'far', namespace: 'other', labels: { app: 'web', tier: 'front' } },
  };
  cluster = await api.cluster(
    tainted('t1'),
    tainted('t2'),
    pod('near', '1', { app: 'web' }),
    pod('data', '1', { app: 'db' }),
    elsewhere,
    pod('wide', '99'),
  );
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  await api
    .post(`/v1/clusters/${cluster}/import`)
    .send({ apiVersion: 'v1', kind: 'List', items: [node('free')] })
    .expect(200);
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  // Who is gone is found by its labels all the same.
  await api.delete(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods/data`).expect(200);
});
afterAll(() => api.stop());

const path = (rest: string): string => `/v1/clusters/${cluster}/${rest}`;
const podsOf = (items: { pod: { name: string }; outcome: string }[]): string[] =>
  items.map((one) => `${one.pod.name} ${one.outcome}`);
const graphql = async (selection: string) =>
  (
    await api
      .post('/graphql')
      .send({ query: `query ($cluster: String!) { cluster(name: $cluster) { ${selection} } }`, variables: { cluster } })
      .expect(200)
  ).body;

/**
 * In the first run the taints are in everybody's way; in the second there is room for the first two of the queue, and
 * none for `far` and `wide`.
 */
const SEARCHES: [name: string, rest: string, args: string, wanted: string[]][] = [
  [
    'everything, the newest first',
    '',
    'first: 50',
    [
      'near scheduled',
      'data scheduled',
      'far unschedulable',
      'wide unschedulable',
      'near unschedulable',
      'data unschedulable',
      'far unschedulable',
      'wide unschedulable',
    ],
  ],
  ['a namespace', 'namespace=other', 'namespace: "other"', ['far unschedulable', 'far unschedulable']],
  [
    'a label',
    'labelSelector=app%3Dweb',
    'labelSelector: "app=web"',
    ['near scheduled', 'far unschedulable', 'near unschedulable', 'far unschedulable'],
  ],
  [
    'a label of a pod that is gone',
    'labelSelector=app%3Ddb',
    'labelSelector: "app=db"',
    ['data scheduled', 'data unschedulable'],
  ],
  [
    'labels by value and by key',
    'labelSelector=app%3Dweb,tier',
    'labelSelector: "app=web,tier"',
    ['far unschedulable', 'far unschedulable'],
  ],
  [
    'a profile',
    'profile=default-scheduler&outcome=scheduled',
    'profile: "default-scheduler", outcome: scheduled',
    ['near scheduled', 'data scheduled'],
  ],
  ['no profile of that digest', `profile=${'0'.repeat(64)}`, `profile: "${'0'.repeat(64)}"`, []],
  [
    'the only obstacle',
    'plugin=TaintToleration&obstacle=alone&outcome=unschedulable&labelSelector=app',
    'plugin: "TaintToleration", obstacle: alone, outcome: unschedulable, labelSelector: "app"',
    ['near unschedulable', 'data unschedulable', 'far unschedulable'],
  ],
  [
    'a reason without which the pod fits some node',
    'reason=Insufficient%20cpu&obstacle=only',
    'reason: "Insufficient cpu", obstacle: only',
    ['far unschedulable', 'wide unschedulable'],
  ],
  [
    'a plugin for which alone some node was turned down',
    'reason=Insufficient%20cpu&obstacle=sole',
    'reason: "Insufficient cpu", obstacle: sole',
    ['far unschedulable', 'wide unschedulable'],
  ],
];

test.each(SEARCHES)('decisions by %s', async (_name, rest, args, wanted) => {
  const rows = (await api.get(path(`decisions?${rest}`)).expect(200)).body.items;
  const { data } = await graphql(`decisions(${args}) { edges { node { outcome pod { name } } } }`);
  const nodes = data.cluster.decisions.edges.map((edge: { node: unknown }) => edge.node);
  expect([podsOf(rows), podsOf(nodes)]).toEqual([wanted, wanted]);
});

test('a token goes on where its page ended, whatever was decided since', async () => {
  const first = (await api.get(path('decisions?pageSize=3&outcome=unschedulable')).expect(200)).body;
  await api
    .post(path('runs'))
    .send({ pods: { names: ['default/wide'] } })
    .expect(201);
  const second = (
    await api.get(path(`decisions?pageSize=3&outcome=unschedulable&pageToken=${first.nextPageToken}`)).expect(200)
  ).body;
  expect(podsOf([...first.items, ...second.items]).map((text) => text.split(' ')[0])).toEqual([
    'far',
    'wide',
    'near',
    'data',
    'far',
    'wide',
  ]);
});

test('totals count decisions by what is asked for', async () => {
  const { items } = (
    await api.get(path('decision-totals?groupBy=namespace,plugin&outcome=unschedulable&namespace=other')).expect(200)
  ).body;
  expect(items).toEqual([
    {
      group: { namespace: 'other', plugin: 'NodeResourcesFit' },
      attempts: 1,
      pods: 1,
      obstacles: { first: 1, any: 1, sole: 1, only: 1, alone: 0 },
      nodes: { first: 1, any: 1, sole: 1, only: 1 },
    },
    {
      group: { namespace: 'other', plugin: 'TaintToleration' },
      attempts: 2,
      pods: 1,
      obstacles: { first: 2, any: 2, sole: 2, only: 2, alone: 1 },
      nodes: { first: 4, any: 4, sole: 4, only: 4 },
    },
  ]);
  const { data } = await graphql(
    `decisionTotals(groupBy: [namespace, resource], orderBy: nodesFirst, top: 1, namespace: "other") { edges { cursor
      node { from namespace resource attempts pods nodes { first } } } pageInfo { hasNextPage } }`,
  );
  expect(data.cluster.decisionTotals).toEqual({
    edges: [
      {
        cursor: expect.any(String),
        node: { from: null, namespace: 'other', resource: 'cpu', attempts: 1, pods: 1, nodes: { first: 1 } },
      },
    ],
    pageInfo: { hasNextPage: false },
  });
});

test('what turned nodes down is counted of pods that were not scheduled, unless those are asked for', async () => {
  const countsOf = async (rest: string) =>
    (await api.get(path(`decision-totals?${rest}&plugin=TaintToleration`)).expect(200)).body.items.map(
      ({ group, attempts, pods }: Record<'group' | 'attempts' | 'pods', unknown>) => [group, attempts, pods],
    );
  // `wide` was tried once more, by itself.
  expect(await countsOf('groupBy=plugin')).toEqual([[{ plugin: 'TaintToleration' }, 7, 4]]);
  expect(await countsOf('groupBy=plugin&outcome=scheduled')).toEqual([[{ plugin: 'TaintToleration' }, 2, 2]]);
  expect(await countsOf('groupBy=outcome')).toEqual([
    [{ outcome: 'scheduled' }, 2, 2],
    [{ outcome: 'unschedulable' }, 7, 4],
  ]);
  const { data } = await graphql('decisionTotals(groupBy: [plugin]) { edges { node { plugin attempts pods } } }');
  expect(data.cluster.decisionTotals.edges[1].node).toEqual({ plugin: 'TaintToleration', attempts: 7, pods: 4 });
});

test('totals of one run, dry or not, are of its decisions alone', async () => {
  const { items } = (await api.get(path('runs?state=complete')).expect(200)).body as { items: { id: string }[] };
  const dry = (await api.post(path('runs')).send({ dryRun: true }).expect(201)).body as { id: string };
  const countsOf = async (run: string) =>
    (await api.get(path(`decision-totals?groupBy=outcome,plugin&run=${run}`)).expect(200)).body.items.map(
      ({ group, attempts, pods }: Record<'group' | 'attempts' | 'pods', unknown>) => [group, attempts, pods],
    );
  const [alone, second, first] = items;
  expect(alone).toBeDefined();
  expect(await countsOf(first?.id ?? '')).toEqual([
    [{ outcome: 'unschedulable', plugin: 'NodeResourcesFit' }, 1, 1],
    [{ outcome: 'unschedulable', plugin: 'TaintToleration' }, 4, 4],
  ]);
  expect(await countsOf(second?.id ?? '')).toContainEqual([{ outcome: 'scheduled', plugin: 'TaintToleration' }, 2, 2]);
  // There is room for `far` by now.
  expect(await countsOf(dry.id)).toContainEqual([{ outcome: 'scheduled', plugin: 'TaintToleration' }, 1, 1]);
  const { data } = await graphql(
    `decisionTotals(groupBy: [plugin], run: "${first?.id}") { edges { node { plugin attempts } } }`,
  );
  expect(data.cluster.decisionTotals.edges).toContainEqual({ node: { plugin: 'TaintToleration', attempts: 4 } });
  expect((await api.get(path('decision-totals?groupBy=plugin&run=nobody')).expect(404)).body.code).toBe(
    'RUN_NOT_FOUND',
  );
  expect(
    (await api.get(path(`decision-totals?groupBy=plugin&run=${dry.id}&since=2026-01-01`)).expect(400)).body.errors,
  ).toMatchObject([{ pointer: '/since' }]);
});

test('a decision says how many nodes fail for one reason only', async () => {
  const short = await api.cluster(
    node('full', { cpu: '1', memory: '1Gi' }),
    node('slow', { cpu: '1', memory: '64Gi' }),
    {
      ...pod('both', '2'),
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '2', memory: '8Gi' } } }] },
    },
  );
  await api.post(`/v1/clusters/${short}/runs`).send({}).expect(201);
  const [{ rejections }] = (await api.get(`/v1/clusters/${short}/decisions`).expect(200)).body.items;
  expect(rejections.map(({ reason, nodes }: Record<'reason' | 'nodes', unknown>) => [reason, nodes])).toEqual([
    ['Insufficient cpu', { first: 2, any: 2, sole: 2, only: 1 }],
    ['Insufficient memory', { first: 1, any: 1, sole: 1, only: 0 }],
  ]);
});

test('totals come in pages, and as text', async () => {
  const all = (await api.get(path('decision-totals?groupBy=namespace,outcome')).expect(200)).body.items;
  expect(all.map(({ group }: { group: object }) => group)).toEqual([
    { namespace: 'default', outcome: 'scheduled' },
    { namespace: 'default', outcome: 'unschedulable' },
    { namespace: 'other', outcome: 'unschedulable' },
  ]);
  const first = (await api.get(path('decision-totals?groupBy=namespace,outcome&pageSize=2')).expect(200)).body;
  const second = (
    await api
      .get(path(`decision-totals?groupBy=namespace,outcome&pageSize=2&pageToken=${first.nextPageToken}`))
      .expect(200)
  ).body;
  expect([...first.items, ...second.items]).toEqual(all);
  const csv = await api
    .get(path('decision-totals?groupBy=namespace,outcome&pageSize=1'))
    .set('accept', 'text/csv')
    .expect(200);
  expect(csv.text.split('\r\n')).toEqual([
    'namespace,outcome,attempts,pods,obstaclesFirst,obstaclesAny,obstaclesSole,obstaclesOnly,obstaclesAlone,' +
      'nodesFirst,nodesAny,nodesSole,nodesOnly',
    'default,scheduled,2,2,0,0,0,0,0,0,0,0,0',
    '',
  ]);
  expect(csv.headers['link']).toMatch(/pageToken=.*; rel="next"$/);
});

test('waits are summed up from creation to binding', async () => {
  const { items } = (await api.get(path('waits?groupBy=day,namespace')).expect(200)).body;
  const [{ at }] = (await api.get(path('decisions?outcome=scheduled')).expect(200)).body.items;
  expect(items).toEqual([
    {
      group: { day: at.slice(0, 10), namespace: 'default' },
      bindings: 2,
      meanMs: expect.any(Number),
      maxMs: expect.any(Number),
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
      p99Ms: expect.any(Number),
    },
  ]);
  const [{ p50Ms, p95Ms, p99Ms, maxMs }] = items;
  expect([p50Ms, p95Ms, p99Ms, maxMs]).toEqual([p50Ms, p95Ms, p99Ms, maxMs].sort((a, b) => a - b));
  expect(maxMs).toBeLessThan(60_000);
  const { data } = await graphql('waits(groupBy: [namespace]) { edges { node { from namespace bindings maxMs } } }');
  expect(data.cluster.waits.edges).toEqual([{ node: { from: null, namespace: 'default', bindings: 2, maxMs } }]);
});

test.each([
  ['decisions?obstacle=only', '/obstacle'],
  ['decisions?plugin=TaintToleration&obstacle=never', '/obstacle'],
  ['decisions?labelSelector=app%20in%20(a,b)', '/labelSelector'],
  ['decisions?labelSelector=a%3Db%3Dc', '/labelSelector'],
  ['decision-totals', '/groupBy'],
  ['decision-totals?groupBy=node', '/groupBy/0'],
  ['decision-totals?groupBy=day,week', '/groupBy'],
  ['decision-totals?groupBy=plugin,plugin', '/groupBy'],
  ['decision-totals?groupBy=outcome&orderBy=sole', '/orderBy'],
  ['decision-totals?groupBy=day&since=2026-01-01T12:00:00Z', '/since'],
  ['decision-totals?groupBy=day&labelSelector=app', '/labelSelector'],
  ['decision-totals?groupBy=day&top=0', '/top'],
  ['decision-totals?groupBy=plugin,profile', '/groupBy'],
  ['decision-totals?groupBy=reason&profile=default-scheduler', '/profile'],
  ['waits?groupBy=plugin', '/groupBy/0'],
  ['waits?groupBy=day&until=2026-01-01T00:00:01Z', '/until'],
])('%s is refused', async (query, pointer) => {
  expect((await api.get(path(query)).expect(400)).body).toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ pointer }],
  });
});

test.each([
  ['decisions(obstacle: only) { edges { cursor } }', 'obstacle'],
  ['decisions(labelSelector: "a!=b") { edges { cursor } }', 'labelSelector'],
  ['decisionTotals(groupBy: []) { edges { cursor } }', 'groupBy'],
  ['decisionTotals(groupBy: [day], top: 0) { edges { cursor } }', 'top'],
  ['waits(groupBy: [day], since: "2026-01-01T00:00:01Z") { edges { cursor } }', 'since'],
])('%s is refused', async (selection, field) => {
  const {
    errors: [error],
  } = await graphql(selection);
  expect([error.extensions.code, JSON.stringify(error.extensions.errors)]).toEqual([
    'INVALID_REQUEST',
    expect.stringContaining(field),
  ]);
});
