import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

const POD = '/api/v1/namespaces/default/pods/huge';
const UNSCHEDULABLE = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'Unschedulable',
  message: expect.stringMatching(/^0\/1 nodes are available: 1 Insufficient cpu\. /),
  lastTransitionTime: expect.stringMatching(/Z$/),
};

describe.each([
  ['REST', async (cluster: string) => void (await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201))],
  [
    'GraphQL',
    async (cluster: string) => {
      const { body: found } = await api.post('/graphql').send({ query: `{ cluster(name: "${cluster}") { id } }` });
      const query = `mutation { schedule(input: { clusterId: "${found.data.cluster.id}" }) { run { state } } }`;
      const { body } = await api.post('/graphql').send({ query });
      expect(body.data.schedule.run.state).toBe('complete');
    },
  ],
])('a pod that fits nowhere, scheduled through %s', (_, schedule) => {
  let cluster: string;
  beforeAll(async () => {
    cluster = await api.cluster(node('a'), pod('huge', '9'), pod('fits'));
    await schedule(cluster);
  });

  test('says so where users of Kubernetes look', async () => {
    const { body } = await api.get(`/v1/clusters/${cluster}${POD}`).expect(200);
    expect(body.status.conditions).toMatchObject([UNSCHEDULABLE]);
    const { body: pending } = await api.get(
      `/v1/clusters/${cluster}/api/v1/pods?fieldSelector=spec.nodeName%3D,status.phase%3DPending`,
    );
    expect(pending.items.map((one: { metadata: { name: string } }) => one.metadata.name)).toEqual(['huge']);
  });

  test('said nothing before, and says the same in a fork and in the log', async () => {
    const { body: before } = await api.get(`/v1/clusters/${cluster}${POD}?at=revision:1`).expect(200);
    expect(before.status.conditions).toBeUndefined();
    const name = `${cluster}-fork`;
    await api.post(`/v1/clusters/${cluster}/forks`).send({ name }).expect(201);
    const { body: forked } = await api.get(`/v1/clusters/${name}${POD}`).expect(200);
    expect(forked.status.conditions).toMatchObject([UNSCHEDULABLE]);
    const { body: changes } = await api.get(`/v1/clusters/${cluster}/changes?revision=2&op=update`).expect(200);
    expect(changes.items).toMatchObject([
      { revision: '2', name: 'huge', object: { status: { conditions: [UNSCHEDULABLE] } } },
    ]);
  });
});

test('a pod with gates says so as soon as it is there', async () => {
  const cluster = await api.cluster(node('a'));
  const gated = {
    ...pod('gated'),
    spec: { schedulingGates: [{ name: 'hold' }], containers: [{ name: 'c', image: 'i' }] },
  };
  const { body } = await api.post(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods`).send(gated).expect(201);
  expect(body.status.conditions).toMatchObject([{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }]);
});
