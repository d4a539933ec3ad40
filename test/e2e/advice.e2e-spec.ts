import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;

const budget = (name: string, minAvailable: number): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'default' },
  spec: { minAvailable, selector: {} },
});

/** A node with a taint, a cordoned one, and one that has room for two of four pods; one pod fits nowhere. */
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(
    { ...node('gpu', { cpu: '4' }), spec: { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] } },
    { ...node('shut', { cpu: '1' }), spec: { unschedulable: true } },
    node('open', { cpu: '2' }),
    ...['p', 'q', 'r', 's'].map((name) => pod(name, '1')),
    pod('huge', '9'),
    budget('keep', 5),
  );
});
afterAll(() => api.stop());

const read = async (rest: string) => (await api.get(`/v1/clusters/${cluster}/${rest}`).expect(200)).body;
const graphql = async (selection: string) => {
  const query = `query ($cluster: String!) { cluster(name: $cluster) { ${selection} } }`;
  return (await api.post('/graphql').send({ query, variables: { cluster } }).expect(200)).body.data.cluster;
};

test('what will surprise, filtered, paged and alike through both doors', async () => {
  const { items, total } = await read('advice');
  expect(items.map(({ rule }: { rule: string }) => rule)).toEqual(['requests-above-nodes', 'budget-never-disruptable']);
  expect(total).toBe(2);
  expect(items[0]).toMatchObject({
    namespace: 'default',
    objects: [{ kind: 'Pod', namespace: 'default', name: 'huge' }],
    objectCount: 1,
  });
  const [first] = (await read('advice?pageSize=1')).items;
  const { nextPageToken } = await read('advice?pageSize=1');
  expect([first, ...(await read(`advice?pageSize=1&pageToken=${nextPageToken}`)).items]).toEqual(items);
  expect((await read('advice?rule=budget-never-disruptable')).items).toEqual([items[1]]);
  expect((await read('advice?namespace=other')).items).toEqual([]);
  expect((await read('advice?at=revision:0')).items).toEqual([]);
  const { advice } = await graphql('advice(rule: "requests-above-nodes") { total items { sentence remedy } }');
  const { sentence, remedy } = items[0];
  expect(advice).toEqual({ total: 1, items: [{ sentence, remedy }] });
  expect((await api.get(`/v1/clusters/${cluster}/advice?rule=none`).expect(400)).body.code).toBe('INVALID_REQUEST');
});

test('what is pending, explained: a change releases as many pods as it says, by a run', async () => {
  const explained = await read('pending/explanation');
  expect(explained).toMatchObject({ pods: 5, notTried: 0, placeable: 2, stuck: 3, isExhaustive: true });
  const released = (kind: string): number =>
    explained.changes.find((one: { kind: string }) => one.kind === kind)?.released ?? 0;
  expect([released('removeTaint'), released('uncordon'), released('addNode')]).toEqual([2, 1, 2]);
  expect(explained.changes[0].sentence).toBe('lift the taint gpu=yes:NoSchedule from gpu');
  expect(explained.obstacles[0]).toMatchObject({ plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', pods: 3 });
  const { pendingExplanation } = await graphql('pendingExplanation { sentence stuck }');
  expect(pendingExplanation).toEqual({ sentence: explained.sentence, stuck: 3 });
  const { sentence, ...first } = await read('pending/explanation?changes=false');
  expect(explained).toEqual({ ...first, changes: explained.changes, sentence: explained.sentence });
  expect(explained.sentence.startsWith(`${sentence} What releases the most: `)).toBe(true);
  const untainted = (await api.post(`/v1/clusters/${cluster}/forks`).send({ name: 'untainted' }).expect(201)).body.id;
  await api
    .patch(`/v1/clusters/${untainted}/api/v1/nodes/gpu`)
    .set('content-type', 'application/merge-patch+json')
    .send({ spec: { taints: null } })
    .expect(200);
  const { counts } = (await api.post(`/v1/clusters/${untainted}/runs`).send({}).expect(201)).body;
  expect(counts.scheduled).toBe(explained.placeable + released('removeTaint'));
});

test('a node that would release pods has the shape that a what-if adds', async () => {
  const { placeable, changes } = await read('pending/explanation');
  const { released, shape } = changes.find((one: { kind: string }) => one.kind === 'addNode');
  const steps = [{ addNodes: { count: 1, node: shape } }, { schedule: {} }];
  const { body } = await api.post(`/v1/clusters/${cluster}/what-if`).send({ steps }).expect(200);
  expect(body.steps[1].counts.scheduled).toBe(placeable + released);
  expect(changes.filter((one: { kind: string }) => one.kind !== 'addNode')).toContainEqual(
    expect.objectContaining({ shape: null }),
  );
});
