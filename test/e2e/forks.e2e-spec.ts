import { bearer, keyOfTeam, type TeamKey } from './team-key.js';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const REFUSALS = `refusals { __typename code message path ... on HistoryExpired { at oldest origin }
  ... on ClusterNameTaken { name } }`;
const MUTATION = `mutation ($input: ForkClusterInput!) { forkCluster(input: $input) {
  cluster { id uid name position revision origin { cluster position revision hash } counts { nodes pods pendingPods } }
  ${REFUSALS} } }`;

async function forkCluster(input: object) {
  const { body } = await api.post('/graphql').send({ query: MUTATION, variables: { input } }).expect(200);
  return body.data.forkCluster;
}

/** A cluster of two revisions, five changes: two nodes and two pods, and one binding. */
async function scheduled(): Promise<string> {
  const cluster = await api.cluster(node('a'), pod('p'), pod('q', '8'));
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  return cluster;
}

test('a fork is a cluster of its own, made over REST and over GraphQL', async () => {
  const cluster = await scheduled();
  const { id, position } = (await api.get(`/v1/clusters/${cluster}`)).body;
  const made = await api
    .post(`/v1/clusters/${cluster}/forks`)
    .send({ name: `${cluster}-now` })
    .expect(201);
  expect(made.headers['location']).toBe(`/v1/clusters/${made.body.id}`);
  expect(made.body).toMatchObject({
    name: `${cluster}-now`,
    position: String(Number(position) + 1),
    revision: '3',
    counts: { nodes: 1, pods: 2, pendingPods: 1 },
    origin: { cluster: id, position, revision: '2', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect((await api.get(`/v1/clusters/${cluster}-now`).expect(200)).body).toEqual(made.body);
  const before = await forkCluster({ clusterId: cluster, name: `${cluster}-then`, at: 'revision:1' });
  expect(before).toMatchObject({
    cluster: {
      name: `${cluster}-then`,
      position: '5',
      revision: '2',
      origin: { position: '4', revision: '1' },
      counts: { pendingPods: 2 },
    },
    refusals: [],
  });
  const { cluster: origin } = before.cluster.origin;
  expect((await api.post('/graphql').send({ query: `{ cluster(id: "${origin}") { uid } }` })).body.data).toEqual({
    cluster: { uid: id },
  });
});

test('what is done to a fork through any face is not seen in its origin, nor the other way round', async () => {
  const cluster = await scheduled();
  const fork = `${cluster}-fork`;
  await api.post(`/v1/clusters/${cluster}/forks`).send({ name: fork }).expect(201);
  const before = await api.get(`/v1/clusters/${cluster}/export`);
  expect((await api.get(`/v1/clusters/${fork}/export`)).body.items).toEqual(before.body.items);
  await api
    .post(`/v1/clusters/${fork}/import`)
    .send(node('b', { cpu: '16', memory: '16Gi' }))
    .expect(200);
  expect((await api.post(`/v1/clusters/${fork}/runs`).send({}).expect(201)).body.counts.scheduled).toBe(1);
  await api.delete(`/v1/clusters/${fork}/api/v1/namespaces/default/pods/p`).expect(200);
  expect((await api.get(`/v1/clusters/${cluster}/export`)).body).toEqual(before.body);
  expect((await api.get(`/v1/clusters/${fork}/decisions`)).body.items).toMatchObject([
    { pod: { name: 'q' }, node: 'b' },
  ]);
  await api.delete(`/v1/clusters/${cluster}/api/v1/nodes/a`).expect(200);
  expect(
    (await api.get(`/v1/clusters/${fork}/api/v1/nodes`)).body.items.map(
      ({ metadata }: { metadata: { name: string } }) => metadata.name,
    ),
  ).toEqual(['a', 'b']);
  await api.delete(`/v1/clusters/${cluster}`).expect(204);
  expect((await api.get(`/v1/clusters/${fork}/api/v1/namespaces/default/pods/q`).expect(200)).body.spec.nodeName).toBe(
    'b',
  );
  await api.delete(`/v1/clusters/${fork}`).expect(204);
});

describe('the past of a fork', () => {
  let fork: string;
  let origin: { cluster: string; position: string; revision: string };
  beforeAll(async () => {
    const cluster = await scheduled();
    fork = `${cluster}-past`;
    ({ origin } = (await api.post(`/v1/clusters/${cluster}/forks`).send({ name: fork }).expect(201)).body);
    await api
      .post(`/v1/clusters/${fork}/import`)
      .send(node('b', { cpu: '16', memory: '16Gi' }))
      .expect(200);
    await api.post(`/v1/clusters/${fork}/runs`).send({}).expect(201);
    await api.delete(`/v1/clusters/${cluster}`).expect(204);
  });

  test.each<[string, number, string[], number]>([
    ['begins with what its origin was', 0, ['a'], 0],
    ['goes on with where it comes from', 1, ['a'], 0],
    ['and with what was written to it', 2, ['a', 'b'], 0],
    ['and decided there', 3, ['a', 'b'], 1],
  ])('%s', async (_, revisions, nodes, decisions) => {
    const at = `revision:${Number(origin.revision) + revisions}`;
    const read = async (path: string) => (await api.get(`/v1/clusters/${fork}${path}at=${at}`).expect(200)).body;
    expect(await read('?')).toMatchObject({
      name: fork,
      position: String(Number(origin.position) + revisions),
      counts: { nodes: nodes.length, pods: 2 },
    });
    for (const path of ['/api/v1/nodes?', '/export?kinds=Node&'])
      expect((await read(path)).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(
        nodes,
      );
    expect((await read('/decisions?')).items).toHaveLength(decisions);
    const { body } = await api
      .post('/graphql')
      .send({ query: `{ cluster(name: "${fork}", at: "${at}") { counts { nodes pendingPods } } }` });
    expect(body.data.cluster).toEqual({ counts: { nodes: nodes.length, pendingPods: decisions === 0 ? 1 : 0 } });
  });

  test.each(['', '/export', '/api/v1/nodes', '/decisions', '/runs'])(
    'before it its origin is to be asked: %s',
    async (path) => {
      const { body } = await api.get(`/v1/clusters/${fork}${path}?at=revision:1`).expect(410);
      expect(body.detail ?? body.message).toContain(`cluster "${origin.cluster}" has the earlier history`);
    },
  );
});

describe('is refused with its code', () => {
  let cluster: string;
  beforeAll(async () => {
    cluster = await scheduled();
    await api.post('/v1/clusters').send({ name: 'taken-by-another' }).expect(201);
  });

  test.each<[string, object, number, object, object]>([
    [
      'a name that is taken',
      { name: 'taken-by-another' },
      409,
      { code: 'CLUSTER_NAME_TAKEN', errors: [{ pointer: '/name' }] },
      { __typename: 'ClusterNameTaken', path: ['input', 'name'] },
    ],
    [
      'a name that is no label',
      { name: 'No Label' },
      400,
      { code: 'INVALID_REQUEST', errors: [{ pointer: '/name' }] },
      { __typename: 'InvalidRequest', path: ['input', 'name'] },
    ],
    [
      'a moment that is none',
      { name: 'x', at: 'noon' },
      400,
      { errors: [{ pointer: '/at', code: 'FIELD_INVALID' }] },
      { __typename: 'InvalidRequest', path: ['input', 'at'] },
    ],
    [
      'the middle of a revision',
      { name: 'x', at: '3' },
      400,
      {
        errors: [
          {
            pointer: '/at',
            detail: expect.stringContaining('the nearest are 0 ("revision:0") and 4 ("revision:1")') as string,
          },
        ],
      },
      { __typename: 'InvalidRequest', path: ['input', 'at'] },
    ],
    [
      'a time before the cluster',
      { name: 'x', at: '2020-01-01T00:00:00Z' },
      410,
      { code: 'HISTORY_EXPIRED' },
      { __typename: 'HistoryExpired', oldest: '0', origin: null },
    ],
  ])('%s', async (_, request, status, problem, refusal) => {
    const answer = await api.post(`/v1/clusters/${cluster}/forks`).send(request);
    expect(answer.body).toMatchObject({ status, ...problem });
    expect(answer.status).toBe(status);
    expect(await forkCluster({ clusterId: cluster, ...request })).toMatchObject({ cluster: null, refusals: [refusal] });
  });

  test('a cluster that is not there', async () => {
    expect((await api.post('/v1/clusters/none/forks').send({ name: 'x' }).expect(404)).body.code).toBe(
      'CLUSTER_NOT_FOUND',
    );
    expect(await forkCluster({ clusterId: 'none', name: 'x' })).toMatchObject({
      refusals: [{ __typename: 'ClusterNotFound', path: ['input', 'clusterId'] }],
    });
  });

  test('what was before a fork, with the cluster that has it', async () => {
    const {
      body: { id, origin },
    } = await api.post(`/v1/clusters/${cluster}/forks`).send({ name: 'late', at: 'revision:2' }).expect(201);
    const { body } = await api.post('/v1/clusters/late/forks').send({ name: 'x', at: 'revision:1' }).expect(410);
    expect(body).toMatchObject({
      code: 'HISTORY_EXPIRED',
      detail:
        `"revision:1" is before the fork, whose log begins at position ${origin.position}: cluster ` +
        `"${origin.cluster}" has the earlier history`,
    });
    expect(await forkCluster({ clusterId: id, name: 'x', at: 'revision:1' })).toMatchObject({
      refusals: [{ __typename: 'HistoryExpired', at: 'revision:1', oldest: origin.position, origin: origin.cluster }],
    });
  });
});

test('the same key and request give the same fork, another request is refused', async () => {
  const cluster = await scheduled();
  const fork = (body: object) => api.post(`/v1/clusters/${cluster}/forks`).set('idempotency-key', 'fork-1').send(body);
  const first = await fork({ name: 'only' }).expect(201);
  const second = await fork({ name: 'only' }).expect(201);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await fork({ name: 'only', at: 'revision:1' }).expect(422)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  const keyed = [
    await forkCluster({ clusterId: cluster, name: 'keyed', idempotencyKey: 'k' }),
    await forkCluster({ clusterId: cluster, name: 'keyed', idempotencyKey: 'k' }),
  ];
  expect(keyed[1]).toEqual(keyed[0]);
  expect(keyed[0].refusals).toEqual([]);
});

test('namespaces of other teams are theirs in a fork, and in a fork of it', async () => {
  const viewerOf = (team: string) => keyOfTeam(api, { team, roles: ['viewer'] });
  const [guest, viewer] = [await viewerOf('guests'), await viewerOf('default')];
  const secret = { ...pod('secret'), metadata: { name: 'secret', namespace: 'guests' } };
  const origin = await api.cluster(node('n'), pod('open'), secret);
  await api.put(`/v1/clusters/${origin}/namespaces/guests/team`).send({ team: 'guests' }).expect(200);
  const seen = async (cluster: string, key: TeamKey): Promise<string[]> =>
    (await api.get(`/v1/clusters/${cluster}/api/v1/pods`).set(bearer(key)).expect(200)).body.items.map(
      ({ metadata }: { metadata: { name: string } }) => metadata.name,
    );
  let from = origin;
  for (const name of [`${origin}-f`, `${origin}-g`]) {
    const { id } = (await api.post(`/v1/clusters/${from}/forks`).send({ name }).expect(201)).body as { id: string };
    expect([await seen(id, viewer), await seen(id, guest)]).toEqual([['open'], ['secret']]);
    from = name;
  }
  const log = (await api.get('/v1/access-log').expect(200)).body.items as { action: string; details: object }[];
  const brought = log.filter(({ details }) => 'origin' in details).map(({ action }) => action);
  expect(brought).toEqual(['namespace.given', 'namespace.given']);
});
