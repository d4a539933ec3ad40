import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let cluster: string;

/** Made, imported, scheduled, a node more, a node fewer: five revisions, each a moment after the other. */
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(
    node('a', { cpu: '4', memory: '1Gi' }),
    pod('one', '1'),
    pod('two', '2'),
    pod('big', '9'),
  );
  await api.post(path('runs')).send({}).expect(201);
  const more = { apiVersion: 'v1', kind: 'List', items: [node('b', { cpu: '2', memory: '1Gi' })] };
  await api.post(path('import')).send(more).expect(200);
  await api.delete(path('api/v1/nodes/a')).expect(200);
  await api.delete(path('api/v1/namespaces/default/pods/big')).expect(200);
});
afterAll(() => api.stop());

const path = (rest: string): string => `/v1/clusters/${cluster}/${rest}`;
const revisions = async (): Promise<{ revision: string; at: string }[]> =>
  (await api.get(path('revisions')).expect(200)).body.items;
const graphql = async (selection: string) =>
  (
    await api
      .post('/graphql')
      .send({ query: `query ($cluster: String!) { cluster(name: $cluster) { ${selection} } }`, variables: { cluster } })
      .expect(200)
  ).body.data.cluster;

const CHANGES = { create: 0, update: 0, bind: 0, delete: 0, evict: 0, note: 0 };

test('activity counts revisions, changes and decisions of equal stretches of time', async () => {
  const { items } = (await api.get(path('activity?buckets=1')).expect(200)).body;
  expect(items).toEqual([
    {
      from: (await revisions()).at(-1)?.at,
      to: expect.any(String),
      revisions: 5,
      lastRevision: '5',
      // The pod that fits nowhere is updated: its condition says why.
      changes: { ...CHANGES, create: expect.any(Number), update: 1, bind: 2, delete: 2 },
      decisions: { scheduled: 2, unschedulable: 1, nominated: 0, gated: 0, skipped: 0, error: 0 },
    },
  ]);
  // A bucket ends where the next begins, and each thing is in one of them.
  const parts = (await api.get(path('activity?buckets=7')).expect(200)).body.items as (typeof items)[number][];
  expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to));
  expect(parts.reduce((sum, one) => sum + one.revisions, 0)).toBe(5);
  const last = (await revisions())[0]?.at ?? '';
  const until = (await api.get(path(`activity?buckets=1&until=${last}`)).expect(200)).body.items;
  expect(until[0].revisions).toBe((await revisions()).filter(({ at }) => at < last).length);
  expect(
    (await graphql('activity(buckets: 1) { revisions changes { bind } decisions { scheduled } }')).activity,
  ).toEqual([{ revisions: 5, changes: { bind: 2 }, decisions: { scheduled: 2 } }]);
});

test('utilization over time is at the end of each bucket what it was then', async () => {
  const all = (await api.get(path('utilization-over-time?buckets=40&resources=cpu,memory')).expect(200)).body.items;
  let compared = 0;
  for (const { at: _, position, nodes, pods, pendingPods: _pending, resource, allocatable, requested } of all) {
    const then = await api.get(path(`utilization?groupBy=label:none&resources=${resource}&at=${position}`)).expect(200);
    if (nodes === 0) expect(then.body.items).toEqual([]);
    else expect(then.body.items).toEqual([expect.objectContaining({ nodes, pods, allocatable, requested })]);
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
  expect(all.at(-1)).toEqual({
    at: expect.any(String),
    position: (await api.get(`/v1/clusters/${cluster}`).expect(200)).body.position,
    nodes: 1,
    pods: 0,
    pendingPods: 0,
    resource: 'memory',
    allocatable: { value: 2 ** 30, quantity: '1Gi' },
    requested: { value: 0, quantity: '0' },
    ratio: 0,
  });
  const fields = 'position nodes pods pendingPods resource requested { value }';
  const { utilizationOverTime } = await graphql(`utilizationOverTime(buckets: 2, resources: ["cpu"]) { ${fields} }`);
  expect(utilizationOverTime.at(-1)).toMatchObject({ nodes: 1, pods: 0, resource: 'cpu', requested: { value: 0 } });
});

interface NodeOverTime {
  readonly name: string;
  readonly ratios: readonly (number | null)[];
}

test('each node over time is at the end of each bucket what it was then', async () => {
  const all = await revisions();
  const until = new Date(Date.parse(all[0]?.at ?? '') + 1).toISOString();
  const span = `since=${all.at(-1)?.at}&until=${until}&buckets=40`;
  const { body } = await api.get(path(`nodes-over-time?${span}&resource=memory`)).expect(200);
  const sums = (await api.get(path(`utilization-over-time?${span}&resources=memory`)).expect(200)).body.items;
  let compared = 0;
  for (const { at, position } of sums) {
    const then = (await api.get(path(`utilization?groupBy=node&resources=memory&at=${position}`)).expect(200)).body;
    const ratios = new Map(
      then.items.map((one: { group: { node: string }; ratio: number }) => [one.group.node, one.ratio]),
    );
    const column = body.at.indexOf(at);
    for (const one of body.nodes)
      expect([one.name, one.ratios[column]]).toEqual([one.name, ratios.get(one.name) ?? null]);
    compared += ratios.size;
  }
  expect(compared).toBeGreaterThan(2);
  const names = body.nodes.map(({ name }: NodeOverTime) => name);
  expect([...names].sort()).toEqual(names);
  const fields = 'resource at nodes { name ratios }';
  const { nodesOverTime } = await graphql(`nodesOverTime(buckets: 2, resource: "memory") { ${fields} }`);
  expect(nodesOverTime).toMatchObject({ resource: 'memory', at: [expect.any(String), expect.any(String)] });
  const atEnd = (nodes: readonly NodeOverTime[]) =>
    nodes.flatMap(({ name, ratios }) => (ratios.at(-1) === null ? [] : [[name, ratios.at(-1)]]));
  expect(atEnd(nodesOverTime.nodes)).toEqual(atEnd(body.nodes));
});

test('a stretch in the middle begins with what was there before', async () => {
  const [, third] = [...(await revisions())].reverse().slice(1) as [unknown, { at: string }];
  const from = new Date(Date.parse(third.at));
  const until = new Date(from.getTime() + 1).toISOString();
  const { text } = await api
    .get(path(`utilization-over-time?since=${third.at}&until=${until}&buckets=1&resources=cpu`))
    .set('accept', 'text/csv')
    .expect(200);
  const [header, row] = text.split('\r\n');
  expect(header).toBe(
    'at,position,nodes,pods,pendingPods,resource,allocatableValue,allocatableQuantity,requestedValue,' +
      'requestedQuantity,ratio',
  );
  expect(row?.split(',').slice(2)).toEqual(['2', '2', '1', 'cpu', '6', '6', '3', '3', '0.5']);
});

test('history says how far the log reaches', async () => {
  const all = await revisions();
  const { body } = await api.get(path('history')).expect(200);
  expect(body).toEqual({
    first: { revision: '1', position: expect.any(String), at: all.at(-1)?.at },
    last: { revision: '5', position: expect.any(String), at: all[0]?.at },
    archivedUntil: null,
  });
  expect((await graphql('history { first { revision } last { revision at } archivedUntil }')).history).toEqual({
    first: { revision: '1' },
    last: { revision: '5', at: all[0]?.at },
    archivedUntil: null,
  });
  const empty = await api.cluster();
  expect((await api.get(`/v1/clusters/${empty}/history`).expect(200)).body.archivedUntil).toBeNull();
  expect((await api.get(`/v1/clusters/${empty}/utilization-over-time?buckets=1`).expect(200)).body).toEqual({
    items: [],
  });
});

test.each([
  ['activity?buckets=0', '/buckets'],
  ['activity?buckets=301', '/buckets'],
  ['activity?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', '/until'],
  ['utilization-over-time?since=yesterday', '/since'],
  ['nodes-over-time?buckets=61', '/buckets'],
  ['utilization-over-time?resource=cpu', '/resource'],
])('%s is refused by the name of the field', async (rest, pointer) => {
  const { body } = await api.get(path(rest)).expect(400);
  expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
});
