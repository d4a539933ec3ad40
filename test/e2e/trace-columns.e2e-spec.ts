import { node, pod, TestApi } from './test-api.js';

const COLUMNS = 'application/vnd.berth.trace-columns+json';

let api: TestApi;
let cluster: string;
let decision: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  const tainted = { ...node('c'), spec: { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] } };
  cluster = await api.cluster(node('b'), tainted, node('a', { cpu: '500m', memory: '1Gi' }), node('d'), pod('p'));
  // Of a cluster by its id, what it answers lasts.
  cluster = (await api.get(`/v1/clusters/${cluster}`).expect(200)).body.id;
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  decision = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body.items[0].id;
});
afterAll(() => api.stop());

const path = (rest: string): string => `/v1/clusters/${cluster}/decisions/${decision}/${rest}`;

interface Column {
  readonly all: number | null;
  readonly values: readonly number[] | null;
}

async function graphql(fields: string, variables: object = {}): Promise<never> {
  const query = `query ($id: ID!) { decision(id: $id) { ${fields} } }`;
  const { body } = await api.post('/graphql').send({ query, variables: { id: decision, ...variables } });
  expect(body.errors).toBeUndefined();
  return body.data.decision as never;
}

test('the whole trace by column says what its rows say, over both faces', async () => {
  const { body, headers } = await api.get(path('trace?names=true')).set('accept', COLUMNS).expect(200);
  expect(headers).toMatchObject({
    'content-type': `${COLUMNS}; charset=utf-8`,
    'cache-control': 'private, max-age=31536000, immutable',
    vary: expect.stringContaining('accept'),
  });
  const rows = (await api.get(path('trace')).expect(200)).body.items as {
    readonly node: string;
    readonly total: number | null;
    readonly status: object | null;
    readonly scores: readonly { readonly plugin: string; readonly raw: number }[];
  }[];
  const at = ({ all, values }: Column, row: number): number => values?.[row] ?? all ?? -1;
  expect(body.nodeSet.names).toHaveLength(4);
  for (const { node: name, total, status, scores } of rows) {
    const row = body.nodeSet.names.indexOf(name);
    expect(body.totals[row]).toBe(total);
    expect(body.statuses[at(body.own, row) - 1] ?? null).toEqual(status);
    for (const { plugin, raw } of scores)
      expect(at(body.scores.find((one: { plugin: string }) => one.plugin === plugin).raw, row)).toBe(raw);
  }
  expect(body.filters.map(({ plugin }: { plugin: string }) => plugin)).toContain('TaintToleration');

  const number = '{ all values }';
  const { traceColumns } = await graphql(`traceColumns { nodeSet { digest count names } rows
    statuses { plugin code reasons } own ${number} filters { plugin verdicts ${number} }
    scores { plugin weight raw ${number} normalized ${number} } totals }`);
  expect({ decision, ...(traceColumns as object) }).toEqual(body);
});

test('nodes are referred to by the digest of their set, which is kept by whoever has it', async () => {
  const { body } = await api.get(path('trace')).set('accept', COLUMNS).expect(200);
  expect(Object.keys(body.nodeSet)).toEqual(['digest', 'count']);
  const nodes = await api.get(`/v1/clusters/${cluster}/node-sets/${body.nodeSet.digest}`).expect(200);
  expect(nodes.headers['cache-control']).toContain('immutable');
  expect(nodes.body.names.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(nodes.body.uids).toHaveLength(body.nodeSet.count);
});

test.each(['0'.repeat(64), 'none'])('there is no node set %s', async (digest) => {
  const { body } = await api.get(`/v1/clusters/${cluster}/node-sets/${digest}`).expect(404);
  expect(body.code).toBe('NODE_SET_NOT_FOUND');
});

test.each([
  [COLUMNS, 'pageSize=3', 'pageSize'],
  [COLUMNS, 'node=a', 'node'],
  ['application/json', 'names=true', 'names'],
])('as %s, %s has no meaning and is refused', async (type, query, field) => {
  const { body } = await api
    .get(path(`trace?${query}`))
    .set('accept', type)
    .expect(400);
  expect(body.errors).toEqual([
    { pointer: `/${field}`, code: 'FIELD_FORBIDDEN', detail: `has no meaning for ${type}` },
  ]);
});

test('combinations add up to the nodes that were evaluated', async () => {
  const { body, headers } = await api.get(path('combinations')).expect(200);
  expect(headers['cache-control']).toContain('immutable');
  expect(body.items).toEqual([
    { feasible: true, plugins: [], reasons: null, nodes: 2 },
    { feasible: false, plugins: ['NodeResourcesFit'], reasons: null, nodes: 1 },
    { feasible: false, plugins: ['TaintToleration'], reasons: null, nodes: 1 },
  ]);
  const { body: byReason } = await api.get(path('combinations?by=reason')).expect(200);
  expect(byReason.items).toContainEqual({
    feasible: false,
    plugins: ['NodeResourcesFit'],
    reasons: ['Insufficient cpu'],
    nodes: 1,
  });
  const shown = await graphql(`nodes { evaluated } combinations(by: reason) { feasible plugins reasons nodes }`);
  expect(shown).toEqual({ nodes: { evaluated: 4 }, combinations: byReason.items });
});

test('the rows of some nodes', async () => {
  const { body } = await api.get(path('trace?nodes=c,a,nowhere&orderBy=name')).expect(200);
  expect(body.items.map(({ node: name }: { node: string }) => name)).toEqual(['a', 'c']);
  const { trace } = await graphql('trace(nodes: ["c", "a"], orderBy: name) { totalCount edges { node { node } } }');
  expect(trace).toEqual({ totalCount: 2, edges: [{ node: { node: 'a' } }, { node: { node: 'c' } }] });
});

test('of a trace that was kept in part: its rows, and no combinations', async () => {
  const other = await api.cluster(node('a'), node('b'), node('c'), pod('p'));
  await api
    .patch(`/v1/clusters/${other}`)
    .send({ traceBudget: { keep: 'top', nodes: 2 } })
    .expect(200);
  await api.post(`/v1/clusters/${other}/runs`).send({}).expect(201);
  const { id } = (await api.get(`/v1/clusters/${other}/decisions`).expect(200)).body.items[0];
  const { body } = await api.get(`/v1/clusters/${other}/decisions/${id}/trace`).set('accept', COLUMNS).expect(200);
  expect(body).toMatchObject({ nodeSet: { count: 3 }, rows: [0, 1], totals: [expect.any(Number), expect.any(Number)] });
  const refused = await api.get(`/v1/clusters/${other}/decisions/${id}/combinations`).expect(404);
  expect(refused.body.code).toBe('TRACE_NOT_STORED');
  const { body: answer } = await api
    .post('/graphql')
    .send({ query: `{ decision(id: "${id}") { combinations { nodes } } }` });
  expect(answer.data).toEqual({ decision: { combinations: null } });
});
