import { GraphqlApi, node as graphqlNode, pod as graphqlPod } from './graphql-api.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(
    node('a'),
    node('b', { cpu: '10m' }),
    pod('p0', '100m'),
    pod('p1', '100m'),
    pod('p2', '100m'),
  );
  await api.post(`/v1/clusters/${cluster}/runs`).expect(201);
});
afterAll(() => api.stop());

interface Shown {
  readonly from: { readonly moment: string };
  readonly to: { readonly moment: string };
  readonly objects: {
    readonly items: readonly { readonly name: string; readonly patch: readonly object[] }[];
    readonly nextPageToken?: string;
    readonly changed: object;
  };
  readonly placements: {
    readonly count: number;
    readonly items: readonly {
      readonly pod: { readonly name: string };
      readonly from: string | null;
      readonly to: string | null;
    }[];
    readonly nextPageToken?: string;
  };
  readonly utilization: object;
}

const read = async (query: string, name = cluster): Promise<Shown> =>
  (await api.get(`/v1/clusters/${name}/diff?${query}`).expect(200)).body as Shown;

describe('REST', () => {
  test('two moments', async () => {
    const diff = await read('from=revision:1');
    expect(diff).toMatchObject({
      from: { name: cluster, revision: '1', moment: 'revision:1' },
      to: { revision: '2', moment: 'revision:2' },
      objects: { created: {}, deleted: {}, changed: { Pod: 3 } },
      placements: { count: 3 },
      utilization: {
        pods: { before: 0, after: 3, difference: 3 },
        movers: [
          {
            node: 'a',
            requested: [{ resource: 'cpu', before: '0', after: '300m', difference: '300m' }, { resource: 'pods' }],
          },
        ],
      },
    });
    expect(diff.objects.items[0]?.patch).toEqual(
      expect.arrayContaining([{ op: 'add', path: '/spec/nodeName', value: 'a' }]),
    );
    expect(diff.placements.items[0]).toEqual({ pod: { namespace: 'default', name: 'p0' }, from: null, to: 'a' });
  });

  test('the same moment is no difference', async () => {
    expect(await read('from=3&to=3')).toMatchObject({
      objects: { created: {}, deleted: {}, changed: {}, items: [] },
      placements: { count: 0, items: [] },
    });
  });

  test('pages of each list go on where they were, and between what they were', async () => {
    const name = await api.cluster(node('a'), pod('p0', '100m'), pod('p1', '100m'));
    await api.post(`/v1/clusters/${name}/runs`).expect(201);
    const first = await read('from=revision:1&pageSize=1', name);
    await api.delete(`/v1/clusters/${name}/api/v1/namespaces/default/pods/p1`).expect(200);
    const objects = await read(`from=revision:1&pageSize=1&pageToken=${first.objects.nextPageToken}`, name);
    const placements = await read(
      `from=revision:1&pageSize=1&placementsPageToken=${first.placements.nextPageToken}`,
      name,
    );
    expect(
      [first, objects].map((page) => [
        page.objects.items.map((one) => one.name),
        page.to.moment,
        page.objects.nextPageToken === undefined,
      ]),
    ).toEqual([
      [['p0'], 'revision:2', false],
      [['p1'], 'revision:2', true],
    ]);
    expect(
      [first, placements].map((page) => [
        page.placements.items.map((one) => [one.pod.name, one.to]),
        page.placements.nextPageToken === undefined,
      ]),
    ).toEqual([
      [[['p0', 'a']], false],
      [[['p1', 'a']], true],
    ]);
  });

  test('another cluster', async () => {
    const { body: fork } = await api
      .post(`/v1/clusters/${cluster}/forks`)
      .send({ name: 'what-if', at: 'revision:1' })
      .expect(201);
    expect(await read('from=revision:1&with=what-if')).toMatchObject({
      objects: { items: [] },
      to: { cluster: fork.id, name: 'what-if' },
    });
    expect(await read('with=what-if')).toMatchObject({
      objects: { changed: { Pod: 3 } },
      placements: { items: [{ from: 'a', to: null }, {}, {}] },
    });
  });

  test.each([
    ['', '/from', 'Required value'],
    ['from=x', '/from', 'must be a position'],
    ['from=1&to=99', '/to', 'at most the present position'],
    ['from=1&pageToken=x', '/pageToken', 'not a page token of this list'],
    ['at=1&from=1', '/at', 'there is no such parameter'],
  ])('?%s is refused', async (query, pointer, detail) => {
    const { body } = await api.get(`/v1/clusters/${cluster}/diff?${query}`).expect(400);
    expect(body).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ pointer, detail: expect.stringContaining(detail) as string }],
    });
  });
});

describe('GraphQL', () => {
  let graphql: GraphqlApi;
  beforeAll(async () => {
    graphql = await GraphqlApi.start();
  });
  afterAll(() => graphql.stop());

  test('a diff hangs on its cluster', async () => {
    const clusterId = await graphql.cluster('changing', [
      graphqlNode('a'),
      graphqlPod('p', { requests: { cpu: '500m' } }),
      graphqlPod('q', { requests: { cpu: '500m' } }),
    ]);
    await graphql.scheduled({ clusterId });
    const {
      cluster: { diff },
    } = await graphql.data(
      `query ($id: ID) { cluster(id: $id) { diff(from: "revision:1") {
      from { revision moment clusterId } to { revision } created { kind count } deleted { kind count }
      changed { kind count }
      objects(first: 1) { totalCount pageInfo { hasNextPage endCursor } edges { node { op kind namespace name before
      after patch } } }
      placements { totalCount edges { node { pod { name } from to } } }
      utilization { nodes { difference } pods { before after difference } resources { resource requested { before after
      difference } ratio { after } } movers { node pods { difference } requested { resource difference } } }
    } } }`,
      { id: clusterId },
    );
    expect(diff).toMatchObject({
      from: { revision: '1', moment: 'revision:1', clusterId },
      to: { revision: '2' },
      created: [],
      deleted: [],
      changed: [{ kind: 'Pod', count: 2 }],
      objects: {
        totalCount: 2,
        pageInfo: { hasNextPage: true },
        edges: [{ node: { op: 'changed', kind: 'Pod', namespace: 'default', name: 'p', before: '2', after: '5' } }],
      },
      placements: {
        totalCount: 2,
        edges: [{ node: { pod: { name: 'p' }, from: null, to: 'a' } }, { node: { to: 'a' } }],
      },
      utilization: {
        nodes: { difference: 0 },
        pods: { before: 0, after: 2, difference: 2 },
        movers: [{ node: 'a', pods: { difference: 2 } }],
      },
    });
    expect(diff.utilization.resources[0]).toEqual({
      resource: 'cpu',
      requested: { before: '0', after: '1', difference: '1' },
      ratio: { after: 0.25 },
    });
    const next = await graphql.data(
      `query ($id: ID, $after: String) { cluster(id: $id, at: "revision:2") { diff(from: "revision:1") {
        objects(first: 1, after: $after) { edges { node { name } } } } } }`,
      { id: clusterId, after: diff.objects.pageInfo.endCursor },
    );
    expect(next.cluster.diff.objects.edges).toEqual([{ node: { name: 'q' } }]);
  });

  test('without a moment or another cluster there is nothing to compare', async () => {
    await graphql.cluster('alone');
    const { error } = await graphql.error('{ cluster(name: "alone") { diff { from { revision } } } }');
    expect(error).toMatchObject({ extensions: { code: 'INVALID_REQUEST' } });
    const {
      cluster: { diff },
    } = await graphql.data('{ cluster(name: "alone") { diff(with: "alone") { objects { totalCount } } } }');
    expect(diff.objects.totalCount).toBe(0);
  });
});
