import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

async function outcomes(cluster: string): Promise<Record<string, string>> {
  const { body } = await api.get(`/v1/clusters/${cluster}/decisions`).expect(200);
  return Object.fromEntries(
    body.items.map((one: { pod: { name: string }; outcome: string }) => [one.pod.name, one.outcome]),
  );
}

test('all pending pods are scheduled by default, and the run says how it went', async () => {
  const cluster = await api.cluster(node('a'), pod('fits'), pod('huge', '9'));
  const answer = await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  const run = answer.body;
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
    profile: { name: 'default-scheduler', version: 1 },
    counts: { selected: 2, scheduled: 1, unschedulable: 1, nominated: 0, gated: 0, skipped: 0, error: 0 },
  });
  expect(answer.headers['location']).toBe(`/v1/clusters/${run.cluster}/runs/${run.id}`);
  expect((await api.get(`/v1/clusters/${cluster}/runs/${run.id}`).expect(200)).body).toEqual(run);
  expect((await api.get(`/v1/clusters/${cluster}/runs`).expect(200)).body).toEqual({ items: [run] });
  expect(await outcomes(cluster)).toEqual({ fits: 'scheduled', huge: 'unschedulable' });
});

test('a body is not needed', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  expect((await api.post(`/v1/clusters/${cluster}/runs`).expect(201)).body.counts.scheduled).toBe(1);
});

test.each([
  ['by name', { names: ['default/p'] }, ['p']],
  ['by namespace', { namespace: 'default' }, ['p', 'q']],
  ['by label', { labelSelector: 'app in (web)' }, ['q']],
])('pods %s', async (_, pods, scheduled) => {
  const cluster = await api.cluster(node('a'), pod('p'), pod('q', '1', { app: 'web' }));
  await api.post(`/v1/clusters/${cluster}/runs`).send({ pods }).expect(201);
  expect(Object.keys(await outcomes(cluster)).sort()).toEqual(scheduled);
});

test.each([
  ['of a namespace', { pods: { namespace: 'none' } }, 'there is no pending pod in namespace "none"'],
  ['with labels', { pods: { labelSelector: 'app=none' } }, 'there is no pending pod with these labels'],
  ['in a dry run', { pods: { namespace: 'none' }, dryRun: true }, 'there is no pending pod in namespace "none"'],
  [
    'that nobody waits for',
    { pods: { namespace: 'none' }, wait: false },
    'there is no pending pod in namespace "none"',
  ],
])('no pods %s are no run, unless it may be empty', async (_, body, detail) => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const path = `/v1/clusters/${cluster}/runs`;
  expect((await api.post(path).send(body).expect(422)).body).toMatchObject({
    code: 'NO_PODS_SELECTED',
    detail: `${detail}; set "allowEmpty": true to run anyway`,
    errors: [{ pointer: '/pods' }],
  });
  expect((await api.get(path).expect(200)).body.items).toEqual([]);
  expect((await api.get(`/v1/clusters/${cluster}`).expect(200)).body.revision).toBe('1');
  const { body: run } = await api.post(path).send({ ...body, allowEmpty: true });
  expect(run.counts.selected).toBe(0);
});

test('pods that are not there are said at once, though nobody waits for the run', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const body = { pods: { names: ['default/none'] }, wait: false };
  expect((await api.post(`/v1/clusters/${cluster}/runs`).send(body).expect(422)).body.code).toBe('PODS_NOT_FOUND');
});

test('what is asked for and not tried is counted among the selected, and says why', async () => {
  const bound = { ...pod('bound'), spec: { nodeName: 'a', containers: [{ name: 'c', image: 'i' }] } };
  const theirs = { ...pod('theirs'), spec: { schedulerName: 'mine', containers: [{ name: 'c', image: 'i' }] } };
  const done = { ...pod('done'), status: { phase: 'Succeeded' } };
  const cluster = await api.cluster(node('a'), pod('p'), bound, theirs, done);
  const names = ['p', 'bound', 'theirs', 'done'].map((name) => `default/${name}`);
  const { body: run } = await api.post(`/v1/clusters/${cluster}/runs`).send({ pods: { names } }).expect(201);
  expect(run.counts).toMatchObject({ selected: 4, scheduled: 1, skipped: 3 });
  const { body } = await api.get(`/v1/clusters/${cluster}/decisions?outcome=skipped`).expect(200);
  const said = body.items.map((one: { pod: { name: string }; reasonCode: string; message: string }) => [
    one.pod.name,
    one.reasonCode,
    one.message,
  ]);
  expect(said.sort()).toEqual([
    ['bound', 'AlreadyBound', 'pod is bound to a'],
    ['done', 'Finished', 'pod has ended: it is Succeeded'],
    ['theirs', 'OtherScheduler', 'pod is for mine, which no profile of the cluster serves'],
  ]);
});

test('who was tried again after an eviction is one pod and two decisions', async () => {
  const low = { ...pod('low'), spec: { nodeName: 'a', containers: [container('2')] } };
  const high = { ...pod('high'), spec: { priority: 5, containers: [container('2')] } };
  const cluster = await api.cluster(node('a'), low, high, pod('other', '9'));
  const { body: run } = await api.post(`/v1/clusters/${cluster}/runs`).send({ preemption: 'evict' }).expect(201);
  expect(run.counts).toMatchObject({ selected: 2, scheduled: 1, nominated: 1, unschedulable: 1 });
  const { body } = await api.get(`/v1/clusters/${cluster}/decisions?run=${run.id}`).expect(200);
  const pods = new Set(body.items.map((one: { pod: { uid: string } }) => one.pod.uid));
  expect([body.items.length, pods.size]).toEqual([3, run.counts.selected]);
});

const container = (cpu: string): object => ({ name: 'c', image: 'i', resources: { requests: { cpu } } });

test('a dry run binds nothing, and its decisions are under its id', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const { body: run } = await api
    .post(`/v1/clusters/${cluster}/runs`)
    .send({ dryRun: true, tieBreak: 'seeded', seed: '18446744073709551615' })
    .expect(201);
  expect(run).toMatchObject({
    dryRun: true,
    revision: null,
    tieBreak: 'seeded',
    seed: '18446744073709551615',
    counts: { scheduled: 1 },
  });
  expect((await api.get(`/v1/clusters/${cluster}`)).body).toMatchObject({ revision: '1', counts: { pendingPods: 1 } });
  expect(await outcomes(cluster)).toEqual({});
  expect((await api.get(`/v1/clusters/${cluster}/decisions?run=${run.id}`)).body.items).toMatchObject([
    { outcome: 'scheduled', node: 'a' },
  ]);
});

test('wait: false answers with the run as it starts', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const { body: started, headers } = await api.post(`/v1/clusters/${cluster}/runs`).send({ wait: false }).expect(202);
  expect(started).toMatchObject({ state: 'running', finishedAt: null });
  const location = headers['location'] ?? '';
  let { body: run } = await api.get(location).expect(200);
  while (run.state === 'running') {
    expect(run.progress === null || run.progress.decided >= 0).toBe(true);
    ({ body: run } = await api.get(location).expect(200));
  }
  expect(run).toMatchObject({ id: started.id, state: 'complete', counts: { scheduled: 1 } });
  expect(run.progress).toBeUndefined();
});

test('runs come in pages, newest first', async () => {
  const cluster = await api.cluster(node('a'));
  const ids: string[] = [];
  for (let i = 0; i < 3; i++)
    ids.unshift((await api.post(`/v1/clusters/${cluster}/runs`).send({ allowEmpty: true }).expect(201)).body.id);
  const first = (await api.get(`/v1/clusters/${cluster}/runs?pageSize=2`).expect(200)).body;
  const second = (await api.get(`/v1/clusters/${cluster}/runs?pageSize=2&pageToken=${first.nextPageToken}`).expect(200))
    .body;
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.nextPageToken).toBeUndefined();
  const other = await api.cluster();
  expect(
    (await api.get(`/v1/clusters/${other}/runs?pageToken=${first.nextPageToken}`).expect(400)).body.errors[0].pointer,
  ).toBe('/pageToken');
});

test('the same key schedules once', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const schedule = (body: object) =>
    api.post(`/v1/clusters/${cluster}/runs`).set('idempotency-key', `run-${cluster}`).send(body);
  const first = await schedule({}).expect(201);
  const second = await schedule({ tieBreak: 'first' }).expect(201);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await schedule({ tieBreak: 'seeded', seed: '1' }).expect(422)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

const important = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'important' },
  value: 1000,
};

/** A pod of one cpu and a half; on a node where there is one of two cpus, it leaves room for no other. */
function half(name: string, spec: object): object {
  const { spec: pending, ...rest } = pod(name, '1500m') as { readonly spec: object };
  return { ...rest, spec: { ...pending, ...spec } };
}

test('preemption is nomination by default: the node is noted, victims are named, and nobody is evicted', async () => {
  const cluster = await api.cluster(
    node('a'),
    important,
    half('low', { nodeName: 'a' }),
    half('high', { priorityClassName: 'important' }),
  );
  const { body: run } = await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  expect(run).toMatchObject({ preemption: 'nominate', counts: { scheduled: 0, nominated: 1, unschedulable: 0 } });
  const { body: low } = await api.get(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods/low`).expect(200);
  const {
    body: { items },
  } = await api.get(`/v1/clusters/${cluster}/decisions?outcome=nominated`).expect(200);
  expect(items).toMatchObject([
    {
      attempt: 1,
      outcome: 'nominated',
      pod: { name: 'high' },
      node: null,
      nominatedNode: 'a',
      victims: [{ namespace: 'default', name: 'low', uid: low.metadata.uid }],
      message: '0/1 nodes are available: 1 Insufficient cpu.',
      nodes: { evaluated: 1, feasible: 0 },
      traceStored: 'full',
    },
  ]);
  const { body: high } = await api.get(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods/high`).expect(200);
  expect(high).toMatchObject({
    metadata: { resourceVersion: '6' },
    status: { phase: 'Pending', nominatedNodeName: 'a' },
  });
  expect(high.spec).not.toHaveProperty('nodeName');
});

test('preemption off leaves the pod where it is, and says no word of others', async () => {
  const cluster = await api.cluster(
    node('a'),
    important,
    half('low', { nodeName: 'a' }),
    half('high', { priorityClassName: 'important' }),
  );
  const { body: run } = await api.post(`/v1/clusters/${cluster}/runs`).send({ preemption: 'off' }).expect(201);
  expect(run).toMatchObject({ preemption: 'off', counts: { nominated: 0, unschedulable: 1 } });
  const {
    body: { items },
  } = await api.get(`/v1/clusters/${cluster}/decisions`).expect(200);
  expect(items).toMatchObject([
    {
      outcome: 'unschedulable',
      nominatedNode: null,
      victims: [],
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    },
  ]);
});

test('eviction and binding are one revision, and the budget of the evicted follows', async () => {
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'all', namespace: 'default' },
    spec: { minAvailable: 1, selector: {} },
  };
  const cluster = await api.cluster(
    node('a'),
    important,
    budget,
    half('low', { nodeName: 'a' }),
    half('high', { priorityClassName: 'important' }),
  );
  const path = `/v1/clusters/${cluster}/apis/policy/v1/namespaces/default/poddisruptionbudgets/all`;
  expect((await api.get(path).expect(200)).body.status).toMatchObject({
    expectedPods: 2,
    currentHealthy: 1,
    desiredHealthy: 1,
    disruptionsAllowed: 0,
  });
  const { body: run } = await api.post(`/v1/clusters/${cluster}/runs`).send({ preemption: 'evict' }).expect(201);
  expect(run).toMatchObject({
    preemption: 'evict',
    baseRevision: '1',
    revision: '2',
    counts: { scheduled: 1, nominated: 1 },
  });
  const {
    body: { items },
  } = await api.get(`/v1/clusters/${cluster}/decisions?pod=default/high`).expect(200);
  expect(items).toMatchObject([
    { attempt: 1, outcome: 'nominated', nominatedNode: 'a', victims: [{ name: 'low' }], node: null },
    { attempt: 2, outcome: 'scheduled', nominatedNode: null, victims: [], node: 'a', message: '' },
  ]);
  await api.get(`/v1/clusters/${cluster}/api/v1/namespaces/default/pods/low`).expect(404);
  expect((await api.get(path).expect(200)).body.status).toMatchObject({
    expectedPods: 1,
    currentHealthy: 1,
    disruptionsAllowed: 0,
  });
});

const refused: [string, object | string, number, object][] = [
  [
    'everything wrong at once',
    { seed: '18446744073709551616', wait: 'no', bogus: 1, pods: { names: ['p', 'a/b/c'] } },
    400,
    {
      code: 'INVALID_REQUEST',
      errors: [
        { pointer: '/pods/names/0', code: 'FIELD_INVALID' },
        { pointer: '/pods/names/1', code: 'FIELD_INVALID' },
        { pointer: '/seed', code: 'FIELD_INVALID' },
        { pointer: '/wait', code: 'FIELD_INVALID' },
        { pointer: '/bogus', code: 'FIELD_FORBIDDEN' },
      ],
    },
  ],
  [
    'names and a selector',
    { pods: { names: ['a/b'], labelSelector: 'x' } },
    400,
    { errors: [{ pointer: '/pods/labelSelector', code: 'FIELD_FORBIDDEN' }] },
  ],
  ['a seed that is a number', { seed: 1 }, 400, { errors: [{ pointer: '/seed' }] }],
  [
    'a selector that cannot be read',
    { pods: { labelSelector: 'a in (b' } },
    400,
    { errors: [{ pointer: '/pods/labelSelector', detail: expect.stringContaining('at character 7') }] },
  ],
  [
    'a preemption of another kind',
    { preemption: 'always' },
    400,
    { errors: [{ pointer: '/preemption', code: 'FIELD_INVALID' }] },
  ],
  ['a list for a body', [1], 400, { errors: [{ pointer: '' }] }],
  [
    'another revision',
    { baseRevision: '77' },
    409,
    { code: 'REVISION_CONFLICT', errors: [{ pointer: '/baseRevision' }] },
  ],
  [
    'pods that are not there',
    { pods: { names: ['default/none'] } },
    422,
    {
      code: 'PODS_NOT_FOUND',
      errors: [{ pointer: '/pods/names/0', code: 'FIELD_NOT_FOUND', detail: 'pod "default/none" not found' }],
    },
  ],
  ['an unknown profile', { profile: 'none' }, 422, { code: 'PROFILE_NOT_FOUND', errors: [{ pointer: '/profile' }] }],
  [
    'an unknown plugin',
    { profile: { plugins: { filter: { enabled: [{ name: 'Nope' }] } } } },
    422,
    {
      code: 'PROFILE_INVALID',
      errors: [{ pointer: '/profile/plugins/filter/enabled/0/name', detail: 'plugin "Nope" does not exist' }],
    },
  ],
];

test.each(refused)('%s is refused', async (_, body, status, problem) => {
  const cluster = await api.cluster(node('a'), pod('p'));
  const answer = await api.post(`/v1/clusters/${cluster}/runs`).send(body);
  expect(answer.body).toMatchObject({ status, ...problem });
  expect(answer.status).toBe(status);
  expect((await api.get(`/v1/clusters/${cluster}/runs`)).body.items).toEqual([]);
});

test('unknown clusters and runs are not found', async () => {
  const cluster = await api.cluster();
  expect((await api.post('/v1/clusters/none/runs').send({}).expect(404)).body.code).toBe('CLUSTER_NOT_FOUND');
  expect((await api.get('/v1/clusters/none/runs').expect(404)).body.code).toBe('CLUSTER_NOT_FOUND');
  expect((await api.get(`/v1/clusters/${cluster}/runs/none`).expect(404)).body.code).toBe('RUN_NOT_FOUND');
});
