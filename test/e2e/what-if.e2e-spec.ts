import pg from 'pg';
import { TestApi, node } from './test-api.js';

let api: TestApi;
let cluster: string;
let client: pg.Client;

const asks = (name: string, cpu: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop' },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }], ...more },
});
const SMALL = { cpu: '2', memory: '4Gi', pods: '110' };

beforeAll(async () => {
  api = await TestApi.start();
  client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  cluster = await api.cluster(
    node('a', SMALL),
    node('b', SMALL),
    asks('web', '1', { nodeName: 'a' }),
    asks('big', '2'),
  );
});
afterAll(async () => {
  await client.end();
  await api.stop();
});

const path = (rest: string): string => `/v1/clusters/${cluster}/${rest}`;
const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: api, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: api}}
  template:
    metadata: {labels: {app: api}}
    spec: {containers: [{name: c, image: i, resources: {requests: {cpu: "1"}}}]}
`;

/** How many rows each table has, and what the log of the cluster ends with. */
async function everything(): Promise<unknown> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const counts = tables.map(({ name }) => `(SELECT count(*)::int FROM ${name}) AS "${name}"`);
  const heads = await client.query(`SELECT position, revision, encode(hash, 'hex') AS hash FROM cluster_heads`);
  return [(await client.query(`SELECT ${counts.join(', ')}`)).rows, heads.rows];
}

test('steps are made on a copy, decisions and traces can be read, and every table is as it was', async () => {
  const before = await everything();
  const steps = [
    { import: { manifests: deployment } },
    { drain: { names: ['a'] } },
    { addNodes: { count: 1, node: { metadata: { name: 'new' }, status: { capacity: SMALL } } } },
    { schedule: {} },
  ];
  const { body } = await api.post(path('what-if')).send({ steps, traces: true }).expect(200);
  expect(body.steps.map(({ step, counts }: Record<string, unknown>) => [step, counts])).toEqual([
    ['import', { created: 1, updated: 0, podsAdded: 3, podsDeleted: 0, ignored: 0 }],
    ['drain', { cordoned: 1, evicted: 1, stayed: 0, lost: 1 }],
    ['addNodes', { added: 1 }],
    ['schedule', { selected: 4, scheduled: 3, unschedulable: 1 }],
  ]);
  const { pods } = body.steps[3];
  expect(pods[0]).toMatchObject({ pod: { namespace: 'shop', name: 'big' }, outcome: 'scheduled', message: '' });
  expect(pods.find(({ node: on }: { node: string | null }) => on === null).message).toContain(
    '0/3 nodes are available',
  );
  expect(body.utilization.after).toContainEqual({ resource: 'cpu', allocatable: '6', requested: '4', ratio: 0.666666 });
  expect((await api.get(path(`what-if/${body.id}`)).expect(200)).body).toEqual(body);
  const first = (await api.get(path(`what-if/${body.id}/decisions?pageSize=3`)).expect(200)).body;
  const rest = await api.get(path(`what-if/${body.id}/decisions?pageToken=${first.nextPageToken}`)).expect(200);
  expect([first.items.length, rest.body.items.length]).toEqual([3, 1]);
  const { id, node: on } = first.items[0];
  const trace = (await api.get(path(`what-if/${body.id}/decisions/${id}/trace`)).expect(200)).body;
  expect(trace.items.map((row: { node: string }) => row.node).sort()).toEqual(['a', 'b', 'new-1']);
  expect(trace.items[0]).toMatchObject({ node: on, feasible: true, rank: 1 });
  expect(await everything()).toEqual(before);
});

test.each<readonly [string, unknown, string]>([
  ['a count that is none', { addNodes: { count: 0, node: {} } }, '/steps/1/addNodes/count'],
  ['two things at once', { cordon: { names: ['a'] }, uncordon: { names: ['a'] } }, '/steps/1'],
  ['a step that nobody knows', { explode: {} }, '/steps/1/explode'],
  ['a node that is not there', { drain: { names: ['a', 'x'] } }, '/steps/1/drain/names/1'],
  [
    'an object that is not valid',
    { import: { manifests: 'kind: Pod\napiVersion: v1' } },
    '/steps/1/import/manifests/0/metadata/name',
  ],
])('%s is refused with the number of its step', async (_, step, pointer) => {
  const { body } = await api
    .post(path('what-if'))
    .send({ steps: [{ schedule: {} }, step] })
    .expect(422);
  expect(body).toMatchObject({
    code: 'WHAT_IF_INVALID',
    errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
  });
});

test('what was asked without traces has none, and what nobody asked is not found', async () => {
  const { body } = await api
    .post(path('what-if'))
    .send({ steps: [{ schedule: {} }] })
    .expect(200);
  const { items } = (await api.get(path(`what-if/${body.id}/decisions`)).expect(200)).body;
  expect(items).toMatchObject([{ traceStored: 'none', outcome: 'scheduled' }]);
  const refused = await api.get(path(`what-if/${body.id}/decisions/${items[0].id}/trace`)).expect(404);
  expect(refused.body.code).toBe('TRACE_NOT_STORED');
  await api.get(path('what-if/none')).expect(404);
  await api.get(path(`what-if/${body.id}/decisions/none/trace`)).expect(404);
});

test('each question has its answer', async () => {
  const ask = async (name: string, body: object) =>
    (
      await api
        .post(path(`questions/${name}`))
        .send(body)
        .expect(200)
    ).body;
  const before = await everything();
  expect(await ask('fits', { manifests: deployment })).toMatchObject({
    fits: true,
    sentence: 'It fits: 3 pods on 2 nodes.',
  });
  const template = JSON.stringify(asks('small', '500m'));
  expect(await ask('how-many', { templates: [{ manifests: template, count: 2 }] })).toMatchObject({
    copies: 3,
    nodes: [
      { node: 'b', pods: 4 },
      { node: 'a', pods: 2 },
    ],
    stoppedBy: { message: expect.stringContaining('2 Insufficient cpu') },
  });
  expect(await ask('drain', { names: ['a'] })).toMatchObject({
    possible: true,
    moves: [],
    lost: [{ pod: { namespace: 'shop', name: 'web' }, node: 'a' }],
    unmanaged: [{ namespace: 'shop', name: 'web' }],
  });
  expect(await ask('loss', { topologyKey: 'kubernetes.io/hostname' })).toMatchObject({ domains: [] });
  const shape = { name: 'spare', price: 2, node: { status: { capacity: SMALL } } };
  expect(await ask('nodes-needed', { manifests: deployment, shapes: [shape] })).toMatchObject({
    mix: [{ shape: 'spare', count: 1 }],
    price: 2,
    proven: true,
  });
  expect(await ask('repack', {})).toMatchObject({ nodes: { before: 1, after: 0 }, emptied: [{ node: 'a' }] });
  expect(await everything()).toEqual(before);
});

/** The README of cluster-capacity: 4 nodes and a master with 2 CPUs and 4 GB each, and a pod of 150m and 100Mi. */
test('of the example of cluster-capacity there are 52 copies, 13 on each node', async () => {
  const names = ['kube-node-1', 'kube-node-2', 'kube-node-3', 'kube-node-4'];
  const taints = [{ key: 'node-role.kubernetes.io/master', effect: 'NoSchedule' }];
  const example = await api.cluster(
    { ...node('kube-master', SMALL), spec: { taints } },
    ...names.map((name) => node(name, SMALL)),
  );
  const small = asks('small-pod', '150m') as { spec: { containers: { resources: { requests: object } }[] } };
  const [container] = small.spec.containers;
  if (container !== undefined) container.resources.requests = { cpu: '150m', memory: '100Mi' };
  const { body } = await api
    .post(`/v1/clusters/${example}/questions/how-many`)
    .send({ templates: [{ manifests: JSON.stringify(small) }] })
    .expect(200);
  expect(body.copies).toBe(52);
  expect(body.nodes).toEqual(names.map((name) => ({ node: name, pods: 13 })));
  expect(body.stoppedBy.message).toContain('4 Insufficient cpu');
});

test('the same over GraphQL', async () => {
  const query = `query ($cluster: String!, $steps: [JSON!]!) { cluster(name: $cluster) {
    whatIf(steps: $steps) { steps { step pods { pod { name } outcome node } } utilization { after { resource } }
      findings { unknownFields { field } ignored { kind matters } } }
    ask(question: drain, body: {names: ["a"]}) { sentence answer }
  } }`;
  const manifests = ['', JSON.stringify({ ...node('c'), speck: {} }), '{apiVersion: x.io/v1, kind: Other}'].join(
    '\n---\n',
  );
  const variables = { cluster, steps: [{ cordon: { names: ['b'] } }, { schedule: {} }, { import: { manifests } }] };
  const { data } = (await api.post('/graphql').send({ query, variables }).expect(200)).body;
  expect(data.cluster.whatIf.steps).toEqual([
    { step: 'cordon', pods: null },
    { step: 'schedule', pods: [{ pod: { name: 'big' }, outcome: 'unschedulable', node: null }] },
    { step: 'import', pods: null },
  ]);
  expect(data.cluster.whatIf.findings).toEqual({
    unknownFields: [{ field: 'speck' }],
    ignored: [{ kind: 'Other', matters: true }],
  });
  expect(data.cluster.ask).toMatchObject({
    sentence: 'Node a can be drained: 1 pod is lost, which no controller recreates (shop/web).',
    answer: { possible: true },
  });
});

test('a question that names what is not there is refused by field', async () => {
  const refused = await api
    .post(path('questions/drain'))
    .send({ names: ['x'] })
    .expect(422);
  expect(refused.body.errors).toMatchObject([{ pointer: '/names/0' }]);
  await api.post(path('questions/drain')).send({}).expect(400);
  await api.post(path('questions/why')).send({}).expect(404);
});
