import pg from 'pg';
import { GraphqlApi } from './graphql-api.js';
import { node, pod, TestApi } from './test-api.js';

/** Of a refused list, by its status. */
const REASONS: Readonly<Record<number, string>> = { 400: 'BadRequest', 422: 'Invalid', 504: 'Timeout' };

let api: TestApi;
let cluster: string;
/** When each revision was written, from revision 1. */
let times: string[];

/**
 * Revision 1: nodes a, b and pods p0 to p2 (positions 1 to 6, with the namespace). 2: all three are bound (9). 3: p0
 * goes (10). 4: b changes (11). 5: only decided.
 */
async function filled(): Promise<string> {
  const name = await api.cluster(
    node('a'),
    node('b'),
    pod('p0', '100m', { app: 'x' }),
    pod('p1', '100m'),
    pod('p2', '100m'),
  );
  await api.post(`/v1/clusters/${name}/runs`).expect(201);
  await api.delete(`/v1/clusters/${name}/api/v1/namespaces/default/pods/p0`).expect(200);
  await api
    .patch(`/v1/clusters/${name}/api/v1/nodes/b`)
    .set('content-type', 'application/merge-patch+json')
    .send({ metadata: { labels: { zone: 'z' } } })
    .expect(200);
  await api
    .post(`/v1/clusters/${name}/runs`)
    .send({ pods: { names: ['default/p1'] } })
    .expect(201);
  return name;
}

beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
  cluster = await filled();
  const client = new pg.Client({ connectionString: api.database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date }>(
      'SELECT at FROM revisions r JOIN clusters c ON c.id = r.cluster_id WHERE c.name = $1 ORDER BY revision',
      [cluster],
    );
    times = rows.map(({ at }) => at.toISOString());
  } finally {
    await client.end();
  }
});
afterAll(() => api.stop());

interface Listed {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly spec?: { readonly nodeName?: string };
  }[];
}

const url = (path: string): string => `/v1/clusters/${cluster}${path}`;
const read = async <T>(path: string): Promise<T> => (await api.get(url(path)).expect(200)).body as T;
const names = ({ items }: Listed): string[] => items.map(({ metadata }) => metadata.name);

describe('REST', () => {
  test.each([
    ['at=0', '0', '0', [0, 0, 0]],
    ['at=4', '4', '1', [2, 2, 2]],
    ['at=revision:1', '6', '1', [2, 3, 3]],
    ['at=revision:2', '9', '2', [2, 3, 0]],
    ['at=10', '10', '3', [2, 2, 0]],
    ['at=revision:5', '11', '5', [2, 2, 0]],
  ])('the cluster %s', async (query, position, revision, [nodes, pods, pendingPods]) => {
    expect(await read(`?${query}`)).toMatchObject({
      name: cluster,
      position,
      revision,
      moment: query.slice(3),
      counts: { nodes, pods, pendingPods },
    });
  });

  test('the cluster at a time, which is a revision', async () => {
    expect(await read(`?at=${times[1]}`)).toMatchObject({ position: '9', moment: 'revision:2' });
  });

  test('the present says nothing of a moment', async () => expect(await read('')).not.toHaveProperty('moment'));

  test('an export', async () => {
    const then = await read<Listed>('/export?at=revision:2&kinds=Pod');
    expect([
      then.metadata.resourceVersion,
      names(then),
      then.items.every(({ spec }) => spec?.nodeName !== undefined),
    ]).toEqual(['9', ['p0', 'p1', 'p2'], true]);
    expect(names(await read('/export?kinds=Pod'))).toEqual(['p1', 'p2']);
  });

  test('decisions and runs until then, by pages of one', async () => {
    const decided = async (query: string): Promise<string[]> => {
      const found: string[] = [];
      for (let token = ''; ;) {
        const { items, nextPageToken = '' } = await read<{
          readonly items: readonly { readonly pod: { readonly name: string }; readonly outcome: string }[];
          readonly nextPageToken?: string;
        }>(`/decisions?pageSize=1&${query}&pageToken=${token}`);
        found.push(...items.map(({ pod: { name }, outcome }) => `${name} ${outcome}`));
        if ((token = nextPageToken) === '') return found;
      }
    };
    expect(await decided('')).toEqual(['p1 skipped', 'p0 scheduled', 'p1 scheduled', 'p2 scheduled']);
    expect(await decided('at=revision:2')).toEqual(['p0 scheduled', 'p1 scheduled', 'p2 scheduled']);
    expect(await decided(`at=${times[1]}`)).toEqual(['p0 scheduled', 'p1 scheduled', 'p2 scheduled']);
    expect(await decided('at=revision:1')).toEqual([]);
    const text = await api.get(url('/decisions?at=revision:2')).set('accept', 'text/csv').expect(200);
    expect(text.text.trim().split('\n')).toHaveLength(4);
    const counted = async (query: string) =>
      (await read<{ readonly items: readonly object[] }>(`/runs?${query}`)).items.length;
    expect([await counted(''), await counted('at=revision:2'), await counted('at=revision:1')]).toEqual([2, 1, 0]);
  });

  test('a decision and a run are not there before they were made', async () => {
    const {
      items: [decision],
    } = await read<{ readonly items: readonly { readonly id: string; readonly run: string }[] }>(
      '/decisions?pod=default/p0',
    );
    for (const path of [`/decisions/${decision?.id}`, `/runs/${decision?.run}`]) {
      await api.get(url(`${path}?at=revision:2`)).expect(200);
      await api.get(url(`${path}?at=revision:1`)).expect(404);
    }
  });

  test('profiles as they served', async () => {
    const name = await api.cluster(node('a'));
    const at = (path: string) => api.get(`/v1/clusters/${name}/profiles${path}`).expect(200);
    await api
      .post(`/v1/clusters/${name}/profiles`)
      .set('x-berth-actor', 'ann')
      .send({ schedulerName: 'packing' })
      .expect(201);
    await api
      .put(`/v1/clusters/${name}/profiles/packing`)
      .set('x-berth-actor', 'bob')
      .send({ plugins: { score: { disabled: [{ name: '*' }] } } })
      .expect(200);
    await api.delete(`/v1/clusters/${name}/profiles/packing`).expect(204);
    const seen = async (moment: string) =>
      (
        (await at(`?at=${moment}`)).body as {
          readonly items: readonly {
            readonly name: string;
            readonly version: number;
            readonly changedBy: string | null;
            readonly resourceVersion: string;
          }[];
        }
      ).items.map((one) => [one.name, one.version, one.changedBy, one.resourceVersion]);
    const builtIn = ['default-scheduler', 1, null, '0'];
    expect(await Promise.all(['1', '2', '3', '4'].map(seen))).toEqual([
      [builtIn],
      [builtIn, ['packing', 1, 'ann', '2']],
      [builtIn, ['packing', 2, 'bob', '3']],
      [builtIn],
    ]);
    expect((await at('/packing?at=2')).body).toMatchObject({
      version: 1,
      config: { source: { schedulerName: 'packing' } },
    });
    await api.get(`/v1/clusters/${name}/profiles/packing?at=1`).expect(404);
  });

  test('what was is what it will be: its tag stays', async () => {
    const first = await api.get(url('?at=9')).expect(200);
    await api
      .get(url('?at=9'))
      .set('if-none-match', first.get('etag') ?? '')
      .expect(304);
  });

  test.each([
    ['?at=12', 'Invalid value: "12": must be at most the present position, 11'],
    ['/export?at=x', 'must be a position'],
    ['/decisions?at=revision:6', 'at most the present revision, revision:5'],
    ['/runs?at=2999-01-01T00:00:00Z', 'at most the present'],
    ['/profiles?at=-1', 'must be a position'],
  ])('%s is no moment', async (path, message) => {
    const { body } = await api.get(url(path)).expect(400);
    expect(body).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ pointer: '/at', detail: expect.stringContaining(message) as string }],
    });
  });

  test('a time before the cluster is gone', async () => {
    expect((await api.get(url('?at=2020-01-01T00:00:00Z')).expect(410)).body).toMatchObject({
      code: 'HISTORY_EXPIRED',
    });
  });

  test('nobody writes into the past', async () => {
    const refusals = [
      api.post(url('/runs?at=1')),
      api.post(url('/import?at=1')),
      api.delete(url('?at=1')),
      api.delete(url('/api/v1/nodes/a?at=1')),
      api.put(url('/profiles/x?at=1')),
    ];
    for (const refusal of refusals) {
      const { status, text } = await refusal;
      expect([status, text.includes('the past is read-only')]).toEqual([400, true]);
    }
    expect(await read('')).toMatchObject({ revision: '5' });
  });
});

describe('the Kubernetes API', () => {
  test.each([
    ['at=revision:1&fieldSelector=spec.nodeName=', '6', ['p0', 'p1', 'p2']],
    ['at=9&fieldSelector=spec.nodeName=', '9', []],
    ['at=9&labelSelector=app=x', '9', ['p0']],
    ['resourceVersion=9&resourceVersionMatch=Exact', '9', ['p0', 'p1', 'p2']],
    ['resourceVersion=9&resourceVersionMatch=NotOlderThan', '11', ['p1', 'p2']],
    ['resourceVersion=9', '11', ['p1', 'p2']],
  ])('pods?%s', async (query, version, wanted) => {
    const list = await read<Listed>(`/api/v1/pods?${query}`);
    expect([list.metadata.resourceVersion, names(list)]).toEqual([version, wanted]);
  });

  test('one object', async () => {
    expect(await read('/api/v1/nodes/b?at=9')).toMatchObject({ metadata: { name: 'b', resourceVersion: '2' } });
    expect(await read('/api/v1/nodes/b')).toMatchObject({ metadata: { resourceVersion: '11', labels: { zone: 'z' } } });
    await api.get(url('/api/v1/namespaces/default/pods/p0')).expect(404);
    expect(await read('/api/v1/namespaces/default/pods/p0?at=9')).toMatchObject({
      metadata: { name: 'p0' },
      spec: { nodeName: expect.any(String) as string },
    });
  });

  test.each(['at=9', 'resourceVersion=9&resourceVersionMatch=Exact'])('pages of ?%s stay there', async (query) => {
    const first = await read<Listed>(`/api/v1/pods?${query}&limit=2`);
    const rest = await read<Listed>(
      `/api/v1/pods?limit=2&${query.startsWith('at') ? `${query}&` : ''}continue=${first.metadata.continue}`,
    );
    expect([names(first), names(rest), rest.metadata]).toEqual([['p0', 'p1'], ['p2'], { resourceVersion: '9' }]);
  });

  test.each([
    ['resourceVersionMatch=Exact', 422, 'resourceVersionMatch is forbidden unless resourceVersion is provided'],
    ['resourceVersion=0&resourceVersionMatch=Exact', 422, 'is forbidden for resourceVersion "0"'],
    ['resourceVersion=9&resourceVersionMatch=Exact&at=9', 422, 'selects the moment already'],
    ['resourceVersion=9&resourceVersionMatch=Some', 422, 'Unsupported value'],
    ['resourceVersion=x&resourceVersionMatch=Exact', 400, 'invalid resource version'],
    ['resourceVersion=99&resourceVersionMatch=Exact', 504, 'Too large resource version: 99'],
  ])('pods?%s is refused', async (query, status, message) => {
    const { body } = await api.get(url(`/api/v1/pods?${query}`)).expect(status);
    expect(body).toMatchObject({
      kind: 'Status',
      reason: REASONS[status],
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('GraphQL', () => {
  const QUERY = `query ($name: String, $at: String) { cluster(name: $name, at: $at) {
    position revision moment counts { nodes pods pendingPods } totals { requested { resource quantity } }
    utilization { resource ratio }
    nodes(first: 1, labelSelector: "") { totalCount edges { node { id name resourceVersion podCount requested { resource
    quantity } pods { edges { node { name node { name resourceVersion } } } } } } }
    pods { totalCount edges { node { name nodeName lastDecision { outcome run { cluster { position } } } } } }
    objects(kind: "Namespace") { totalCount }
    decisions { edges { node { outcome run { state } } } } runs { edges { node { state cluster { position } } } }
    profiles { edges { node { name } } }
  } }`;
  let graphql: GraphqlApi;
  beforeAll(async () => {
    graphql = await GraphqlApi.start();
  });
  afterAll(() => graphql.stop());

  test('everything that hangs on a cluster is as it was', async () => {
    await graphql.cluster('past', [node('a', { cpu: '1' }), pod('p', '250m')]);
    const seen: unknown[] = [];
    const ask = (at?: string) => graphql.data(QUERY, { name: 'past', ...(at === undefined ? {} : { at }) });
    seen.push((await ask()).cluster);
    const { id } = (await graphql.data('{ cluster(name: "past") { id } }')).cluster;
    await graphql.scheduled({ clusterId: id });
    seen.push((await ask()).cluster);
    await graphql.data('mutation ($input: DeleteObjectInput!) { deleteObject(input: $input) { refusals { code } } }', {
      input: { clusterId: id, kind: 'Pod', namespace: 'default', name: 'p' },
    });
    for (const [index, then] of seen.entries()) {
      const moment = `revision:${index + 1}`;
      expect((await ask(moment)).cluster).toEqual({ ...(then as object), moment });
    }
    expect((seen[1] as { readonly nodes: { readonly edges: readonly unknown[] } }).nodes.edges).toMatchObject([
      { node: { podCount: 1, pods: { edges: [{ node: { name: 'p', node: { name: 'a' } } }] } } },
    ]);
    expect((await ask()).cluster).toMatchObject({ moment: null, counts: { pods: 0 }, pods: { totalCount: 0 } });
  });

  test('a global id of the past leads to the present', async () => {
    const id = await graphql.cluster('ids', [node('a', { cpu: '1' })]);
    await graphql.imported({ clusterId: id, manifests: JSON.stringify(node('a', { cpu: '2' })) });
    const {
      cluster: { nodes },
    } = await graphql.data('{ cluster(name: "ids", at: "1") { nodes { edges { node { id resourceVersion } } } } }');
    const [{ node: then }] = nodes.edges;
    expect(then.resourceVersion).toBe('1');
    expect(
      (
        await graphql.data('query ($id: ID!) { node(id: $id) { ... on ClusterNode { resourceVersion } } }', {
          id: then.id,
        })
      ).node.resourceVersion,
    ).toBe('2');
  });

  test('what is no moment is refused', async () => {
    await graphql.cluster('none');
    const { error } = await graphql.error('{ cluster(name: "none", at: "7") { name } }');
    expect(error).toMatchObject({ extensions: { code: 'INVALID_REQUEST' } });
  });
});
