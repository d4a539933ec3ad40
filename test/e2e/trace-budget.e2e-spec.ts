import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

/** What one decision says of its trace, in a cluster that is like every other but for its budget. */
async function decided(traceBudget: object) {
  const cluster = await api.cluster(
    node('a'),
    node('b', { cpu: '4', memory: '4Gi' }),
    node('c', { cpu: '1m' }),
    pod('p'),
  );
  await api.patch(`/v1/clusters/${cluster}`).send({ traceBudget }).expect(200);
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  const [decision] = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body.items;
  return { decision, trace: await api.get(`/v1/clusters/${cluster}/decisions/${decision.id}/trace`) };
}

test('with all of it kept, a trace is stored in full', async () => {
  const { decision, trace } = await decided({ keep: 'full' });
  expect([decision.traceStored, trace.status, trace.body.items.length]).toEqual(['full', 200, 3]);
});

test('with the best nodes kept, these are all that the trace shows, and the digest is that of the whole', async () => {
  const { decision, trace } = await decided({ keep: 'top', nodes: 1 });
  const whole = await decided({ keep: 'full' });
  expect(decision).toMatchObject({
    outcome: 'scheduled',
    traceStored: 'partial',
    nodes: { evaluated: 3, feasible: 2 },
  });
  expect(trace.body.items).toEqual([whole.trace.body.items[0]]);
  expect(trace.body.items).toMatchObject([{ node: decision.node, feasible: true, rank: 1 }]);
});

test('with nothing kept, the digest still is over everything, and a reader hears why there is no trace', async () => {
  const { decision, trace } = await decided({ keep: 'none' });
  expect(decision).toMatchObject({
    outcome: 'scheduled',
    traceStored: 'none',
    nodes: { evaluated: 3, feasible: 2 },
    traceDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(trace.body).toMatchObject({
    status: 404,
    code: 'TRACE_NOT_STORED',
    detail: expect.stringContaining('trace budget'),
  });
});
