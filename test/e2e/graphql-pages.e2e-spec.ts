import { GraphqlApi, node, pod } from './graphql-api.js';
import { statementsOf } from './statements.js';

const NODES = 130;

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.start();
  const numbers = Array.from({ length: NODES }, (_, index) => String(index).padStart(3, '0'));
  await api.cluster('pages', [
    ...numbers.map((number) => node(`n${number}`)),
    ...numbers.flatMap((number) => [
      pod(`p${number}a`, { spec: { nodeName: `n${number}` } }),
      pod(`p${number}b`, { spec: { nodeName: `n${number}` } }),
    ]),
  ]);
});
afterAll(() => api.stop());

/** All pages of a list: its names, and how long each page was. */
async function pagesOf(
  field: string,
  first: number,
): Promise<{ readonly names: string[]; readonly lengths: number[] }> {
  const names: string[] = [];
  const lengths: number[] = [];
  for (let after: string | null = null, more = true; more;) {
    const query = `query ($first: Int!, $after: String) { cluster(name: "pages") { page: ${field}(first: $first, after:
      $after) {
      edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
    const {
      cluster: { page },
    } = await api.data(query, { first, after });
    expect(page.pageInfo).toMatchObject({
      hasPreviousPage: after !== null,
      startCursor: page.edges[0].cursor,
      endCursor: page.edges.at(-1).cursor,
    });
    names.push(...page.edges.map((edge: { node: { name: string } }) => edge.node.name));
    lengths.push(page.edges.length);
    ({ endCursor: after, hasNextPage: more } = page.pageInfo);
  }
  return { names, lengths };
}

test.each([
  ['nodes', 50, [50, 50, 30]],
  ['nodes', 65, [65, 65]],
  ['pods', 500, [260]],
  ['pods', 100, [100, 100, 60]],
])('every one of the %s once, in order, %i a page', async (field, first, wanted) => {
  const { names, lengths } = await pagesOf(field, first);
  expect(lengths).toEqual(wanted);
  expect(names).toEqual([...new Set(names)].sort());
});

test('clusters are paged by name', async () => {
  await api.cluster('a-page');
  const first = (await api.data('{ clusters(first: 1) { edges { cursor node { name } } pageInfo { hasNextPage } } }'))
    .clusters;
  expect(first).toMatchObject({ edges: [{ node: { name: 'a-page' } }], pageInfo: { hasNextPage: true } });
  const rest = (
    await api.data(
      'query ($after: String) { clusters(after: $after) { edges { node { name } } pageInfo { hasNextPage } } }',
      { after: first.edges[0].cursor },
    )
  ).clusters;
  expect(rest).toEqual({ edges: [{ node: { name: 'pages' } }], pageInfo: { hasNextPage: false } });
});

test('the pods of a node are paged too', async () => {
  const query = `query ($after: String) { cluster(name: "pages") { nodes(first: 2) { edges { node { name
    pods(first: 1, after: $after) {
    edges { cursor node { name } } pageInfo { hasNextPage } } } } } } }`;
  const {
    cluster: { nodes },
  } = await api.data(query);
  expect(nodes.edges.map((edge: { node: { pods: object } }) => edge.node.pods)).toMatchObject([
    { edges: [{ node: { name: 'p000a' } }], pageInfo: { hasNextPage: true } },
    { edges: [{ node: { name: 'p001a' } }], pageInfo: { hasNextPage: true } },
  ]);
  const after = nodes.edges[0].node.pods.edges[0].cursor as string;
  expect((await api.data(query, { after })).cluster.nodes.edges[0].node.pods).toMatchObject({
    edges: [{ node: { name: 'p000b' } }],
    pageInfo: { hasNextPage: false },
  });
});

test('a page of 100 nodes with all that hangs on it costs as many statements as a page of one', async () => {
  const query = `query ($first: Int!) { cluster(name: "pages") { name totals { free { quantity } }
    nodes(first: $first) { totalCount edges { node {
    name requested { quantity } free { quantity } podCount overCommitted
    pods(first: 5) { edges { node { name requests { quantity } node { name } lastDecision { id run { id } } } } } } } }
    } }`;
  const cost = async (first: number): Promise<string[]> => {
    const { answer, statements } = await statementsOf(() => api.data(query, { first }), api.database.url);
    const { edges } = answer.cluster.nodes;
    expect(edges).toHaveLength(first);
    expect(edges[0].node).toMatchObject({ podCount: 2, pods: { edges: [{ node: { node: { name: 'n000' } } }, {}] } });
    return statements.sort();
  };
  await cost(1);
  const one = await cost(1);
  expect(one.length).toBeGreaterThan(10);
  expect(await cost(100)).toEqual(one);
});

test('a page of 99 decisions with their traces costs as many statements as a page of one', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `t${String(index).padStart(3, '0')}`);
  await api.cluster('traces', [
    ...names.slice(0, 10).map((name) => node(name)),
    ...names.map((name) => pod(name, { requests: { cpu: '1m' } })),
  ]);
  // In several chunks.
  const scheduled = (input: object): Promise<unknown> => api.scheduled({ clusterId: 'traces', ...input });
  await scheduled({ pods: { names: names.slice(0, 50).map((name) => `default/${name}`) } });
  await scheduled({ pods: { names: names.slice(50).map((name) => `default/${name}`) } });
  const query = `query ($first: Int!) { cluster(name: "traces") { decisions(first: $first) { edges { node { uid
    run { uid } best: trace(first: 1) { totalCount edges { node { node total } } }
    trace(first: 3, orderBy: name) { edges { node { node feasible } } } } } } } }`;
  const cost = async (first: number): Promise<string[]> => {
    const { answer, statements } = await statementsOf(() => api.data(query, { first }), api.database.url);
    const { edges } = answer.cluster.decisions;
    expect(edges).toHaveLength(first);
    for (const { node: one } of edges) {
      expect(one).toMatchObject({
        best: { totalCount: 10, edges: [{ node: { total: expect.any(Number) } }] },
        trace: { edges: [{ node: { node: 't000' } }, { node: { node: 't001' } }, { node: { node: 't002' } }] },
      });
    }
    // How many rows are fetched at once, and how many runs are asked for, is in the texts.
    return statements.map((text) => text.replace(/^FETCH \d+/, 'FETCH').replace(/ (=|IN) \(?\$\d.*/s, '')).sort();
  };
  await cost(1);
  const one = await cost(1);
  expect(await cost(99)).toEqual(one);
});
