import { GraphqlApi, node, pod } from './graphql-api.js';

const PODS = 13;

let api: GraphqlApi;
let run: string;
let decision: string;
beforeAll(async () => {
  api = await GraphqlApi.ofTeam();
  const numbers = Array.from({ length: PODS }, (_, index) => String(index).padStart(2, '0'));
  await api.cluster('back', [
    ...numbers.map((number) => node(`n${number}`)),
    ...numbers.map((number) => pod(`bound-${number}`, { spec: { nodeName: 'n00' }, requests: { cpu: '1m' } })),
    ...numbers.map((number) => pod(`p${number}`, { requests: { cpu: '10m' } })),
  ]);
  ({ uid: run } = (await api.scheduled({ clusterId: 'back', pods: { namespace: 'default' } })).run);
  for (let again = 0; again < 4; again++) await api.scheduled({ clusterId: 'back', pods: { names: ['default/p00'] } });
  decision = `${run}.0`;
  for (const name of ['c1', 'c2', 'c3']) await api.cluster(name);
  for (const schedulerName of ['x', 'y', 'z'])
    await api.data('mutation ($input: CreateProfileInput!) { createProfile(input: $input) { refusals { code } } }', {
      input: { clusterId: 'back', profile: { schedulerName } },
    });
});
afterAll(() => api.stop());

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: Readonly<Record<string, unknown>> }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor', unknown>>;
}

/** What leads to a list, and what tells its objects apart. */
const LISTS: readonly (readonly [string, string, string])[] = [
  ['clusters', '{ page: clusters(ARGS) { edges { cursor node { key: name } } INFO } }', ''],
  ['nodes', 'nodes(ARGS) { edges { cursor node { key: name } } INFO }', 'cluster'],
  ['pods', 'pods(ARGS) { edges { cursor node { key: name } } INFO }', 'cluster'],
  ['objects', 'objects(ARGS, kind: "Pod") { edges { cursor node { key: name } } INFO }', 'cluster'],
  ['runs', 'runs(ARGS) { edges { cursor node { key: uid } } INFO }', 'cluster'],
  ['profiles', 'profiles(ARGS) { edges { cursor node { key: name } } INFO }', 'cluster'],
  ['decisions of a run', 'decisions(ARGS, run: "RUN") { edges { cursor node { key: uid } } INFO }', 'cluster'],
  ['decisions of a pod', 'decisions(ARGS, pod: "default/p00") { edges { cursor node { key: uid } } INFO }', 'cluster'],
  ['pods of the past', 'pods(ARGS) { edges { cursor node { key: name } } INFO }', 'cluster(at: "revision:1")'],
  [
    'what differs',
    'diff(from: "revision:1") { page: objects(ARGS) { edges { cursor node { key: name } } INFO } }',
    'cluster',
  ],
];
const INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

async function pageOf([, field, parent]: (typeof LISTS)[number], args: string): Promise<Page> {
  const asked = field.replace('ARGS', args).replace('INFO', INFO).replace('RUN', run);
  const place = parent.includes('at:') ? 'cluster(name: "back", at: "revision:1")' : 'cluster(name: "back")';
  const aliased = asked.includes('page: ') ? asked : `page: ${asked}`;
  const data = await api.data(parent === '' ? asked : `{ place: ${place} { ${aliased} } }`);
  return (data.page ?? data.place.page ?? data.place.diff.page) as Page;
}

const keysOf = ({ edges }: Page): unknown[] => edges.map((edge) => edge.node['key']);

test.each(LISTS)('%s are walked from the end as from the beginning', async (...list) => {
  const whole = await pageOf(list, 'first: 500');
  const all = keysOf(whole);
  expect(all.length).toBeGreaterThan(3);
  expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  const size = Math.ceil((all.length - 1) / 2);
  const walked: unknown[][] = [];
  for (let before: unknown = null, more = true; more;) {
    const page = await pageOf(list, `last: ${size}, before: ${JSON.stringify(before)}`);
    expect(page.pageInfo).toEqual({
      hasNextPage: before !== null,
      hasPreviousPage: walked.length < Math.ceil(all.length / size) - 1,
      startCursor: page.edges.at(0)?.cursor,
      endCursor: page.edges.at(-1)?.cursor,
    });
    walked.unshift(keysOf(page));
    ({ startCursor: before } = page.pageInfo);
    more = page.pageInfo.hasPreviousPage === true;
  }
  expect(walked.length).toBeGreaterThan(1);
  expect(walked.flat()).toEqual(all);
});

test.each(LISTS)('%s between two cursors, from either side', async (...list) => {
  const { edges } = await pageOf(list, 'first: 500');
  const [first, last] = [JSON.stringify(edges.at(0)?.cursor), JSON.stringify(edges.at(-1)?.cursor)];
  const inner = keysOf({ edges } as Page).slice(1, -1);
  const both = { hasNextPage: true, hasPreviousPage: true };
  const head = await pageOf(list, `first: 1, after: ${first}, before: ${last}`);
  expect([keysOf(head), head.pageInfo]).toMatchObject([inner.slice(0, 1), both]);
  const tail = await pageOf(list, `last: 1, after: ${first}, before: ${last}`);
  expect([keysOf(tail), tail.pageInfo]).toMatchObject([inner.slice(-1), both]);
  const none = await pageOf(list, `first: 5, after: ${last}, before: ${first}`);
  expect(none.edges).toEqual([]);
});

test('the pods of a node and the rows of a trace are walked from the end too', async () => {
  const query = `query ($decision: ID!, $last: Int, $first: Int, $before: String, $row: String) {
    cluster(name: "back") { nodes(first: 2) { edges { node { pods(last: $last, first: $first, before: $before) {
      edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage } } } } } }
    decision(id: $decision) { trace(last: $last, first: $first, before: $row) {
      edges { cursor node { node } } pageInfo { hasNextPage hasPreviousPage } totalCount } } }`;
  const asked = async (variables: object): Promise<{ readonly pods: Page[]; readonly trace: Page }> => {
    const data = await api.data(query, { decision, ...variables });
    const pods = data.cluster.nodes.edges.map((edge: { node: { pods: Page } }) => edge.node.pods) as Page[];
    return { pods, trace: data.decision.trace as Page };
  };
  const names = ({ edges }: Page | { edges: Page['edges'] }): unknown[] =>
    edges.map((edge) => edge.node['name'] ?? edge.node['node']);
  const whole = await asked({ first: 100 });
  const end = await asked({ last: 3 });
  for (const [all, some] of [
    [whole.pods[0], end.pods[0]],
    [whole.trace, end.trace],
  ] as [Page, Page][]) {
    expect(names(some)).toEqual(names(all).slice(-3));
    expect(some.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
  }
  // The first node has the bound pods of the import; the second has at most what was scheduled on it.
  expect(end.pods[1]?.pageInfo.hasNextPage).toBe(false);
  const [before, row] = [end.pods[0]?.edges[0]?.cursor, end.trace.edges[0]?.cursor];
  const next = await asked({ last: 4, before, row });
  expect(names(next.pods[0] as Page)).toEqual(names(whole.pods[0] as Page).slice(-7, -3));
  expect(names(next.trace)).toEqual(names(whole.trace).slice(-7, -3));
  expect(next.trace.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true });
});

test.each([
  ['nodes(first: 1, last: 1)', 'last', 'may not be given with `first`'],
  ['nodes(last: 0)', 'last', 'must be between 1 and 500'],
  ['nodes(last: 501)', 'last', 'must be between 1 and 500'],
  ['nodes(before: "x")', 'before', 'not a cursor of this list'],
  ['decisions(last: 1)', 'last', 'runs forward only'],
  ['changes(last: 1)', 'last', 'runs forward only'],
  ['revisions(before: "x")', 'before', 'runs forward only'],
  ['decisionTotals(groupBy: [outcome], last: 1)', 'last', 'runs forward only'],
])('%s is refused and names the argument', async (field, argument, message) => {
  const { error } = await api.error(`{ cluster(name: "back") { ${field} { pageInfo { hasNextPage } } } }`);
  expect(error.extensions).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer: `/${argument}` }] });
  expect(error.extensions.errors[0].detail).toContain(message);
});

test('what `last` may answer counts against the limit of objects as `first` does', async () => {
  const { status, error } = await api.error(
    '{ cluster(name: "back") { nodes(last: 500) { edges { node { pods(last: 500) { edges { cursor } } } } } } }',
  );
  expect([status, error.extensions.code]).toEqual([400, 'QUERY_TOO_COMPLEX']);
});
