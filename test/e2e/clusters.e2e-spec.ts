import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

test('a cluster is made, read by id and by name, renamed and deleted', async () => {
  const created = await api.post('/v1/clusters').send({ name: 'prod' }).expect(201);
  const { id } = created.body;
  expect(created.headers['location']).toBe(`/v1/clusters/${id}`);
  expect(created.body).toEqual({
    id,
    name: 'prod',
    team: api.team,
    createdAt: expect.stringMatching(/Z$/),
    revision: '0',
    position: '0',
    origin: null,
    mirror: null,
    counts: { nodes: 0, pods: 0, pendingPods: 0 },
    traceBudget: { keep: 'full' },
    conditionTaints: true,
    memoryPressureTolerations: false,
    controllers: 'instant',
  });
  expect((await api.get('/v1/clusters/prod').expect(200)).body).toEqual(created.body);
  expect((await api.get(`/v1/clusters/${id}`).expect(200)).body).toEqual(created.body);
  const renamed = await api.patch('/v1/clusters/prod').send({ name: 'prod-eu' }).expect(200);
  expect(renamed.body).toEqual({ ...created.body, name: 'prod-eu' });
  await api.get('/v1/clusters/prod').expect(404);
  await api.delete('/v1/clusters/prod-eu').expect(204);
  await api.get(`/v1/clusters/${id}`).expect(404);
});

test('the trace budget is set when a cluster is made, and changed later; what a change leaves out stays', async () => {
  const { body } = await api
    .post('/v1/clusters')
    .send({ name: 'thrifty', traceBudget: { keep: 'top', nodes: 20 } })
    .expect(201);
  expect(body.traceBudget).toEqual({ keep: 'top', nodes: 20 });
  const change = async (settings: object) => (await api.patch('/v1/clusters/thrifty').send(settings).expect(200)).body;
  expect(await change({ traceBudget: { keep: 'none' } })).toEqual({ ...body, traceBudget: { keep: 'none' } });
  expect(await change({ name: 'thrifty' })).toEqual({ ...body, traceBudget: { keep: 'none' } });
  expect(await change({ traceBudget: { keep: 'top', nodes: 3 } })).toEqual({
    ...body,
    traceBudget: { keep: 'top', nodes: 3 },
  });
  expect((await api.get('/v1/clusters/thrifty').expect(200)).body).toEqual({
    ...body,
    traceBudget: { keep: 'top', nodes: 3 },
  });
});

test('counts say what is in it', async () => {
  const cluster = await api.cluster(node('a'), pod('p'), pod('q'));
  const { body } = await api.get(`/v1/clusters/${cluster}`).expect(200);
  expect(body).toMatchObject({ revision: '1', counts: { nodes: 1, pods: 2, pendingPods: 2 } });
});

const refused: [string, string, object | undefined, number, object][] = [
  [
    'an unknown cluster',
    'GET /v1/clusters/none',
    undefined,
    404,
    { code: 'CLUSTER_NOT_FOUND', detail: 'cluster "none" not found', instance: '/v1/clusters/none' },
  ],
  [
    'a name that is no label',
    'POST /v1/clusters',
    { name: 'Not A Label' },
    400,
    { code: 'INVALID_REQUEST', errors: [{ pointer: '/name', code: 'FIELD_INVALID' }] },
  ],
  [
    'no name',
    'POST /v1/clusters',
    {},
    400,
    { code: 'INVALID_REQUEST', errors: [{ pointer: '/name', code: 'FIELD_REQUIRED', detail: 'Required value' }] },
  ],
  [
    'an unknown field',
    'POST /v1/clusters',
    { name: 'a', namee: 'b' },
    400,
    { errors: [{ pointer: '/namee', code: 'FIELD_FORBIDDEN', detail: 'there is no such field, did you mean name?' }] },
  ],
  [
    'a name that is taken',
    'POST /v1/clusters',
    { name: 'taken' },
    409,
    { code: 'CLUSTER_NAME_TAKEN', errors: [{ pointer: '/name' }] },
  ],
  [
    'a budget without its number',
    'POST /v1/clusters',
    { name: 'a', traceBudget: { keep: 'top' } },
    400,
    { errors: [{ pointer: '/traceBudget/nodes', code: 'FIELD_REQUIRED' }] },
  ],
  [
    'a budget of no node',
    'POST /v1/clusters',
    { name: 'a', traceBudget: { keep: 'top', nodes: 0 } },
    400,
    { errors: [{ pointer: '/traceBudget/nodes', code: 'FIELD_INVALID' }] },
  ],
  [
    'a budget of half a node',
    'PATCH /v1/clusters/taken',
    { traceBudget: { keep: 'top', nodes: 0.5 } },
    400,
    { errors: [{ pointer: '/traceBudget/nodes', code: 'FIELD_INVALID' }] },
  ],
  [
    'a number for everything',
    'PATCH /v1/clusters/taken',
    { traceBudget: { keep: 'full', nodes: 5 } },
    400,
    { errors: [{ pointer: '/traceBudget/nodes', code: 'FIELD_FORBIDDEN' }] },
  ],
  [
    'a budget of another word',
    'PATCH /v1/clusters/taken',
    { traceBudget: { keep: 'some' } },
    400,
    { errors: [{ pointer: '/traceBudget/keep' }] },
  ],
  ['a change of nothing', 'PATCH /v1/clusters/taken', {}, 400, { code: 'INVALID_REQUEST' }],
  ['renaming what is not there', 'PATCH /v1/clusters/none', { name: 'a' }, 404, { code: 'CLUSTER_NOT_FOUND' }],
  ['deleting what is not there', 'DELETE /v1/clusters/none', undefined, 404, { code: 'CLUSTER_NOT_FOUND' }],
  ['a page of none', 'GET /v1/clusters?pageSize=0', undefined, 400, { errors: [{ pointer: '/pageSize' }] }],
  ['a negative page', 'GET /v1/clusters?pageSize=-1', undefined, 400, { errors: [{ pointer: '/pageSize' }] }],
  ['a page of text', 'GET /v1/clusters?pageSize=ten', undefined, 400, { errors: [{ pointer: '/pageSize' }] }],
  ['a token of nobody', 'GET /v1/clusters?pageToken=abc', undefined, 400, { errors: [{ pointer: '/pageToken' }] }],
  [
    'an unknown parameter',
    'GET /v1/clusters?pagesize=3',
    undefined,
    400,
    { errors: [{ pointer: '/pagesize', code: 'FIELD_FORBIDDEN' }] },
  ],
];

describe('is refused with its code', () => {
  beforeAll(async () => {
    await api.post('/v1/clusters').send({ name: 'taken' }).expect(201);
  });

  test.each(refused)('%s', async (_, call, body, status, problem) => {
    const [method = '', path = ''] = call.split(' ');
    const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const answer = await (body === undefined ? api[verb](path) : api[verb](path).send(body));
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.body).toMatchObject({ status, requestId: answer.headers['x-request-id'], ...problem });
    expect(answer.body.type).toBe(`/docs/errors#${answer.body.code}`);
    expect(answer.status).toBe(status);
  });
});

test('lists come in pages, by name, and a token goes on where the page before ended', async () => {
  for (const name of ['z-1', 'z-2', 'z-3']) await api.post('/v1/clusters').send({ name }).expect(201);
  const seen: string[] = [];
  let token = '';
  do {
    const { body } = await api.get(`/v1/clusters?pageSize=2${token}`).expect(200);
    expect(body.items.length).toBeLessThanOrEqual(2);
    seen.push(...body.items.map(({ name }: { name: string }) => name));
    token = body.nextPageToken === undefined ? '' : `&pageToken=${body.nextPageToken}`;
  } while (token !== '');
  expect(seen).toEqual([...new Set(seen)].sort());
  expect(seen).toEqual(expect.arrayContaining(['z-1', 'z-2', 'z-3']));
  const whole = await api.get('/v1/clusters?pageSize=100000').expect(200);
  expect(whole.body.items.map(({ name }: { name: string }) => name)).toEqual(seen);
});

test('the same key and request give the same answer, another request is refused', async () => {
  const create = (name: string) => api.post('/v1/clusters').set('idempotency-key', 'create-1').send({ name });
  const first = await create('once').expect(201);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  const second = await create('once').expect(201);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await create('twice').expect(422)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  const long = await api.post('/v1/clusters').set('idempotency-key', 'k'.repeat(256)).send({ name: 'x' }).expect(400);
  expect(long.body.errors[0].pointer).toBe('/Idempotency-Key');
});

test('a GET is tagged, and says 304 to a caller who has it', async () => {
  const cluster = await api.cluster();
  const first = await api.get(`/v1/clusters/${cluster}`).expect(200);
  const etag = first.headers['etag'] ?? '';
  expect(etag).toMatch(/^"/);
  const again = await api.get(`/v1/clusters/${cluster}`).set('if-none-match', `"other", ${etag}`).expect(304);
  expect(again.text).toBe('');
  await api.post(`/v1/clusters/${cluster}/import`).send(node('a')).expect(200);
  await api.get(`/v1/clusters/${cluster}`).set('if-none-match', etag).expect(200);
});
