import { GraphqlApi, node, pod } from './graphql-api.js';

let api: GraphqlApi;
let run: { readonly id: string; readonly uid: string };
beforeAll(async () => {
  api = await GraphqlApi.ofTeam();
  await api.cluster('plan', [
    node('n1'),
    node('n2', { capacity: { cpu: '2', memory: '8Gi', pods: '110' } }),
    node('n3', { spec: { unschedulable: true } }),
    pod('small', { labels: { app: 'web' } }),
    pod('huge', { requests: { cpu: '64' } }),
    pod('gated', { spec: { schedulingGates: [{ name: 'g' }] } }),
  ]);
  ({ run } = await api.scheduled({ clusterId: 'plan', clientMutationId: 'm' }));
});
afterAll(() => api.stop());

const DECISIONS = `id uid ordinal attempt at outcome reasonCode node nominatedNode message seed traceDigest traceStored
  pod { namespace name uid } victims { name }
  nodes { evaluated feasible } rejections { plugin code reason nodes { first any sole } }
  best { total ties runnerUp { node total } } profile { name version digest } run { id state }`;

const decisionsOf = async (filter: string): ReturnType<GraphqlApi['data']> =>
  (
    await api.data(
      `{ cluster(name: "plan") { decisions(${filter}) { edges { cursor node { ${DECISIONS} } }
        pageInfo { hasNextPage } } } }`,
    )
  ).cluster.decisions;

test('a run says what it did', async () => {
  const { cluster } = await api.data(
    `{ cluster(name: "plan") { revision counts { pendingPods } runs { edges { node { id state counts { scheduled }
      cluster { name } } } } } }`,
  );
  expect(run).toMatchObject({
    state: 'complete',
    dryRun: false,
    baseRevision: '1',
    revision: '2',
    tieBreak: 'first',
    seed: '0',
    preemption: 'nominate',
    parts: 1,
    error: null,
    cluster: { name: 'plan' },
    profile: { name: 'default-scheduler', version: 1 },
    counts: { selected: 3, scheduled: 1, unschedulable: 1, nominated: 0, gated: 1, skipped: 0, error: 0 },
  });
  expect(cluster).toEqual({
    revision: '2',
    counts: { pendingPods: 2 },
    runs: { edges: [{ node: { id: run.id, state: 'complete', counts: { scheduled: 1 }, cluster: { name: 'plan' } } }] },
  });
  expect(await api.data('query ($id: ID!) { node(id: $id) { ... on Run { uid } } }', { id: run.id })).toEqual({
    node: { uid: run.uid },
  });
});

test('a pod that was bound shows why there', async () => {
  const { edges } = await decisionsOf('pod: "default/small"');
  expect(edges).toHaveLength(1);
  expect(edges[0].node).toMatchObject({
    outcome: 'scheduled',
    node: 'n1',
    attempt: 1,
    reasonCode: null,
    nominatedNode: null,
    message: '',
    seed: '0',
    traceStored: 'full',
    victims: [],
    pod: { namespace: 'default', name: 'small' },
    nodes: { evaluated: 3, feasible: 2 },
    profile: { name: 'default-scheduler' },
    run: { id: run.id, state: 'complete' },
    rejections: [
      {
        plugin: 'NodeUnschedulable',
        code: 'UnschedulableAndUnresolvable',
        reason: 'node(s) were unschedulable',
        nodes: { first: 1, any: 1, sole: 1 },
      },
    ],
    best: { ties: 1, runnerUp: { node: 'n2' } },
  });
  const {
    cluster: { pods },
  } = await api.data(
    '{ cluster(name: "plan") { pods(labelSelector: "app=web") { edges { node { nodeName lastDecision { id } } } } } }',
  );
  expect(pods.edges[0].node).toEqual({ nodeName: 'n1', lastDecision: { id: edges[0].node.id } });
});

test('a decision is found by its global id and by its plain one', async () => {
  const { node: decision } = (await decisionsOf('outcome: unschedulable')).edges[0];
  expect(decision.message).toMatch(/^0\/3 nodes are available: /);
  const byId = 'query ($id: ID!) { decision(id: $id) { uid pod { name } } node(id: $id) { __typename } }';
  expect(await api.data(byId, { id: decision.id })).toEqual({
    decision: { uid: decision.uid, pod: { name: 'huge' } },
    node: { __typename: 'Decision' },
  });
  expect(await api.data(byId, { id: decision.uid })).toEqual({
    decision: { uid: decision.uid, pod: { name: 'huge' } },
    node: null,
  });
  for (const id of [`${run.uid}.99`, 'nonsense', run.id])
    expect(await api.data('query ($id: ID!) { decision(id: $id) { uid } }', { id })).toEqual({ decision: null });
});

test.each([
  ['outcome: gated', ['gated']],
  ['node: "n1"', ['small']],
  ['plugin: "NodeResourcesFit"', ['huge']],
  ['reason: "Insufficient cpu"', ['huge']],
  ['since: "2020-01-01T00:00:00Z", until: "2021-01-01T00:00:00Z"', []],
  ['since: "2020-01-01T00:00:00Z", outcome: scheduled', ['small']],
])('decisions(%s)', async (filter, names) => {
  expect(
    (await decisionsOf(filter)).edges.map(
      ({
        node: {
          pod: { name },
        },
      }: {
        node: { pod: { name: string } };
      }) => name,
    ),
  ).toEqual(names);
});

test('decisions of a run, page after page', async () => {
  const seen: string[] = [];
  let after = '';
  do {
    const { edges, pageInfo } = await decisionsOf(`run: "${run.id}", first: 1${after}`);
    seen.push(edges[0].node.pod.name);
    after = pageInfo.hasNextPage ? `, after: "${edges[0].cursor}"` : '';
  } while (after !== '');
  expect([...seen].sort()).toEqual(['gated', 'huge', 'small']);
  expect((await decisionsOf(`run: "${run.uid}"`)).edges).toHaveLength(3);
  expect(
    (await api.error('{ cluster(name: "plan") { decisions(run: "x", pod: "y") { edges { cursor } } } }')).error
      .extensions.errors,
  ).toHaveLength(2);
});

test('a trace has a row for every node', async () => {
  const {
    cluster: { decisions },
  } = await api.data(`{ cluster(name: "plan") { decisions(pod: "default/small") { edges { node { trace(first: 2) {
    totalCount filterPlugins scorePlugins { name weight } pageInfo { hasNextPage endCursor }
    edges { node { node feasible status { plugin code reasons } failures { plugin } scores { plugin raw normalized
    weighted } total rank } } } } } } } }`);
  const { trace } = decisions.edges[0].node;
  expect(trace).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
  expect(trace.filterPlugins).toContain('NodeResourcesFit');
  expect(trace.scorePlugins).toContainEqual({ name: 'TaintToleration', weight: 3 });
  expect(trace.edges.map(({ node: row }: { node: { node: string; rank: number } }) => [row.node, row.rank])).toEqual([
    ['n1', 1],
    ['n2', 2],
  ]);
  const [{ node: row }] = trace.edges;
  expect(row.total).toBe(row.scores.reduce((sum: number, { weighted }: { weighted: number }) => sum + weighted, 0));
  const rest = (
    await api.data(`{ cluster(name: "plan") { decisions(pod: "default/small") {
    edges { node { trace(after: "${trace.pageInfo.endCursor}") {
    pageInfo { hasNextPage hasPreviousPage } edges { node { node feasible total rank scores { plugin }
    status { plugin code reasons } failures { plugin } } } } } } } } }`)
  ).cluster.decisions.edges[0].node.trace;
  expect(rest).toEqual({
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
    edges: [
      {
        node: {
          node: 'n3',
          feasible: false,
          total: null,
          rank: null,
          scores: [],
          failures: [{ plugin: 'NodeUnschedulable' }],
          status: {
            plugin: 'NodeUnschedulable',
            code: 'UnschedulableAndUnresolvable',
            reasons: ['node(s) were unschedulable'],
          },
        },
      },
    ],
  });
});

test.each([
  ['node: "n2"', ['n2']],
  ['feasible: false', ['n3']],
  ['plugin: "NodeUnschedulable"', ['n3']],
  ['orderBy: name', ['n1', 'n2', 'n3']],
])('trace(%s)', async (filter, nodes) => {
  const {
    cluster: { decisions },
  } = await api.data(
    `{ cluster(name: "plan") { decisions(pod: "default/small") { edges { node { trace(${filter}) { edges { node { node }
      } } } } } } }`,
  );
  expect(decisions.edges[0].node.trace.edges.map(({ node: row }: { node: { node: string } }) => row.node)).toEqual(
    nodes,
  );
});

test('a gated pod has no trace', async () => {
  const {
    cluster: { decisions },
  } = await api.data(
    `{ cluster(name: "plan") { decisions(outcome: gated) { edges { node { traceStored traceDigest best { total }
      trace { totalCount } } } } } }`,
  );
  expect(decisions.edges[0].node).toEqual({ traceStored: 'none', traceDigest: null, best: null, trace: null });
});

test('a dry run binds nothing, and its decisions are found by its id', async () => {
  await api.cluster('dry', [node('n1'), pod('p')]);
  const { run: dry } = await api.scheduled({
    clusterId: 'dry',
    dryRun: true,
    tieBreak: 'seeded',
    seed: '18446744073709551615',
    pods: { labelSelector: '!x' },
  });
  expect(dry).toMatchObject({
    dryRun: true,
    revision: null,
    tieBreak: 'seeded',
    seed: '18446744073709551615',
    counts: { scheduled: 1 },
  });
  const { cluster } = await api.data(
    `{ cluster(name: "dry") { counts { pendingPods } all: decisions { edges { node { id } } }
      own: decisions(run: "${dry.id}") { edges { node { outcome trace { totalCount } } } } } }`,
  );
  expect(cluster).toEqual({
    counts: { pendingPods: 1 },
    all: { edges: [] },
    own: { edges: [{ node: { outcome: 'scheduled', trace: { totalCount: 1 } } }] },
  });
});

test('a profile serves by its configuration: a version of its name, and no profile of the cluster', async () => {
  await api.cluster('profiled', [node('n1'), node('n2'), pod('p'), pod('q')]);
  const packing = {
    schedulerName: 'packing',
    pluginConfig: [
      {
        name: 'NodeResourcesFit',
        args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
      },
    ],
  };
  const first = await api.scheduled({ clusterId: 'profiled', profile: packing, pods: { names: ['default/p'] } });
  const second = await api.scheduled({
    clusterId: 'profiled',
    profile: 'packing',
    pods: { namespace: 'default' },
    wait: true,
  });
  expect([first, second]).toMatchObject([
    { run: { profile: { name: 'packing', version: 1 } } },
    { run: null, refusals: [{ code: 'PROFILE_NOT_FOUND' }] },
  ]);
  const { cluster } = await api.data(
    `{ cluster(name: "profiled") { profile(name: "packing") { name } kept: profile(name: "packing", version: 1) { name
      version } profiles { totalCount edges { node { name } } } } }`,
  );
  expect(cluster).toEqual({
    profile: null,
    kept: { name: 'packing', version: 1 },
    profiles: { totalCount: 1, edges: [{ node: { name: 'default-scheduler' } }] },
  });
});

test('a run that is not waited for is answered as it starts', async () => {
  await api.cluster('later', [node('n1'), pod('p')]);
  const { run: started } = await api.scheduled({ clusterId: 'later', wait: false });
  expect(started).toMatchObject({ state: 'running', finishedAt: null });
});

test('the same key is one run', async () => {
  await api.cluster('keyed', [node('n1'), pod('p')]);
  const input = { clusterId: 'keyed', idempotencyKey: 'k', pods: { namespace: 'default' } };
  const [first, second] = await Promise.all([
    api.scheduled(input),
    api.scheduled({ ...input, clientMutationId: 'again' }),
  ]);
  expect(first.run).toEqual(second.run);
  expect((await api.scheduled({ ...input, tieBreak: 'seeded' })).refusals).toMatchObject([
    { __typename: 'IdempotencyKeyReused' },
  ]);
});

const low = pod('low', { requests: { cpu: '3' }, spec: { nodeName: 'n1' } });
const high = pod('high', { requests: { cpu: '3' }, spec: { priority: 1000 } });

test.each<
  readonly [{ readonly preemption?: string }, object, readonly (readonly unknown[])[], string | null, readonly string[]]
>([
  [
    { preemption: 'off' },
    { unschedulable: 1, nominated: 0, scheduled: 0 },
    [['unschedulable', 1, null, null, []]],
    null,
    ['high', 'low'],
  ],
  [
    {},
    { unschedulable: 0, nominated: 1, scheduled: 0 },
    [['nominated', 1, null, 'n1', [{ name: 'low' }]]],
    'n1',
    ['high', 'low'],
  ],
  [
    { preemption: 'nominate' },
    { unschedulable: 0, nominated: 1, scheduled: 0 },
    [['nominated', 1, null, 'n1', [{ name: 'low' }]]],
    'n1',
    ['high', 'low'],
  ],
  [
    { preemption: 'evict' },
    { unschedulable: 0, nominated: 1, scheduled: 1 },
    [
      ['nominated', 1, null, 'n1', [{ name: 'low' }]],
      ['scheduled', 2, 'n1', null, []],
    ],
    'n1',
    ['high'],
  ],
])('schedule with %j', async (input, counts, decided, nominatedNodeName, names) => {
  const name = `preempt-${input.preemption ?? 'default'}`;
  const clusterId = await api.cluster(name, [node('n1'), low, high]);
  const { run: made, refusals } = await api.scheduled({ clusterId, ...input });
  expect(refusals).toEqual([]);
  expect(made).toMatchObject({ revision: '2', counts, preemption: 'nominate', ...input });
  const { cluster } = await api.data(
    `query ($name: String!) { cluster(name: $name) {
    decisions { edges { node { outcome attempt node nominatedNode victims { name } } } }
    pods { edges { node { name nominatedNodeName } } } } }`,
    { name },
  );
  const shown = cluster.decisions.edges.map((edge: { readonly node: Record<string, unknown> }) => edge.node);
  expect(shown).toEqual(
    decided.map(([outcome, attempt, bound, nominatedNode, victims]) => ({
      outcome,
      attempt,
      node: bound,
      nominatedNode,
      victims,
    })),
  );
  expect(cluster.pods.edges.map((edge: { readonly node: { readonly name: string } }) => edge.node.name)).toEqual(names);
  expect(cluster.pods.edges[0].node.nominatedNodeName).toBe(nominatedNodeName);
});

test.each([
  [{ clusterId: 'nobody' }, { __typename: 'ClusterNotFound', code: 'CLUSTER_NOT_FOUND', path: ['input', 'clusterId'] }],
  [
    { baseRevision: '7' },
    {
      __typename: 'RevisionConflict',
      code: 'REVISION_CONFLICT',
      given: '7',
      current: '2',
      path: ['input', 'baseRevision'],
    },
  ],
  [
    { pods: { names: ['default/none'] } },
    { __typename: 'PodsNotFound', code: 'PODS_NOT_FOUND', pods: [{ index: 0, name: 'default/none' }] },
  ],
  [{ profile: 'none' }, { __typename: 'ProfileNotFound', code: 'PROFILE_NOT_FOUND', path: ['input', 'profile'] }],
  [
    { profile: { plugins: { filter: { enabled: [{ name: 'Nope' }] } } } },
    { __typename: 'ProfileInvalid', code: 'PROFILE_INVALID' },
  ],
  [{ seed: '-1' }, { __typename: 'InvalidRequest', code: 'INVALID_REQUEST', path: ['input', 'seed'] }],
  [{ pods: { names: ['x'] } }, { __typename: 'InvalidRequest', code: 'INVALID_REQUEST' }],
  [{ pods: { names: ['a/b'], namespace: 'c' } }, { __typename: 'InvalidRequest', code: 'INVALID_REQUEST' }],
  [{ pods: { labelSelector: 'a in (' } }, { __typename: 'InvalidRequest', path: ['input', 'pods', 'labelSelector'] }],
])('schedule refuses %j', async (input, refusal) => {
  expect(await api.scheduled({ clusterId: 'plan', ...input })).toMatchObject({ run: null, refusals: [refusal] });
});
