import { GraphqlApi, node, pod } from './graphql-api.js';

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.ofTeam();
  const made = (object: object, minute: number): object => {
    const { metadata } = object as { readonly metadata: object };
    return { ...object, metadata: { ...metadata, creationTimestamp: `2026-01-01T00:0${minute}:00Z` } };
  };
  await api.cluster('orders', [
    made(node('n1', { capacity: { cpu: '4', memory: '8Gi', pods: '10' } }), 3),
    made(node('n2', { capacity: { cpu: '2', memory: '8Gi', pods: '10' } }), 1),
    made(node('n3', { capacity: { cpu: '2', memory: '8Gi', pods: '10' } }), 2),
    made(pod('a', { requests: { cpu: '1' }, spec: { nodeName: 'n2', priority: 10 } }), 5),
    made(pod('b', { requests: { cpu: '1', memory: '2Gi' }, spec: { nodeName: 'n1', priority: 9 } }), 4),
    made(pod('c', { requests: { cpu: '1' }, spec: { nodeName: 'n1', priority: -5 } }), 4),
    made(pod('d', { requests: { cpu: '1' }, spec: { priority: 100 } }), 6),
  ]);
  // The moment before is one of the past.
  await api.imported({ clusterId: 'orders', manifests: JSON.stringify(pod('zz', { requests: { cpu: '8' } })) });
});
afterAll(() => api.stop());

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly name: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly hasPreviousPage: boolean };
}

async function pageOf(list: string, orderBy: string, page: string): Promise<Page> {
  const { cluster } =
    await api.data(`{ cluster(name: "orders", at: "revision:1") { list: ${list}(orderBy: { ${orderBy} }, ${page}) {
    edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage } } } }`);
  const present = await api.data(`{ cluster(name: "orders") { list: ${list}(orderBy: { ${orderBy} }, ${page}) {
    edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage } } } }`);
  const known = (edges: Page['edges']): unknown[] =>
    edges.map((edge) => edge.node.name).filter((name) => name !== 'zz');
  // What is now is in the order of what was, but for the pod that came.
  if (page === 'first: 9') expect(known(present.cluster.list.edges)).toEqual(known(cluster.list.edges));
  return cluster.list as Page;
}

const namesOf = ({ edges }: Page): string => edges.map((edge) => edge.node.name).join(' ');

test.each([
  ['pods', 'by: name, direction: descending', 'd c b a'],
  ['pods', 'by: created', 'b c a d'],
  ['pods', 'by: created, direction: descending', 'd a c b'],
  ['pods', 'by: priority', 'c b a d'],
  ['pods', 'by: node', 'd b c a'],
  ['nodes', 'by: name', 'n1 n2 n3'],
  ['nodes', 'by: name, direction: descending', 'n3 n2 n1'],
  ['nodes', 'by: created', 'n2 n3 n1'],
  ['nodes', 'by: pods, direction: descending', 'n1 n2 n3'],
  ['nodes', 'by: share', 'n3 n1 n2'],
  ['nodes', 'by: share, resource: "memory", direction: descending', 'n1 n3 n2'],
])('%s { %s }: %s, on pages from either end', async (list, orderBy, wanted) => {
  const whole = await pageOf(list, orderBy, 'first: 9');
  expect(namesOf(whole)).toBe(wanted);
  const names = wanted.split(' ');
  const [first, last] = [whole.edges.at(0)?.cursor, whole.edges.at(-1)?.cursor];
  const after = await pageOf(list, orderBy, `first: 2, after: "${first}"`);
  expect([namesOf(after), after.pageInfo.hasPreviousPage]).toEqual([names.slice(1, 3).join(' '), true]);
  const before = await pageOf(list, orderBy, `last: 2, before: "${last}"`);
  expect([namesOf(before), before.pageInfo.hasNextPage]).toEqual([names.slice(-3, -1).join(' '), true]);
});

test('the present is paged in the same orders', async () => {
  const query = `query ($after: String) { cluster(name: "orders") {
    pods(orderBy: { by: priority, direction: descending }, first: 2, after: $after) {
      edges { cursor node { name priority } }
      pageInfo { endCursor hasNextPage } } } }`;
  const seen: unknown[] = [];
  for (let after: string | null = null, more = true; more;) {
    const pods = (await api.data(query, { after })).cluster.pods as Page & { pageInfo: { endCursor: string } };
    seen.push(...pods.edges.map((edge) => edge.node.name));
    ({ endCursor: after, hasNextPage: more } = pods.pageInfo);
  }
  expect(seen).toEqual(['d', 'a', 'b', 'zz', 'c']);
});

test('a cursor of one order is none of another, and a resource is for shares', async () => {
  const { edges } = await pageOf('pods', 'by: created', 'first: 1');
  const other = await api.error(
    `{ cluster(name: "orders") { pods(orderBy: { by: priority }, after: "${edges[0]?.cursor}") { totalCount } } }`,
  );
  expect(other.error.extensions).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ pointer: '/after' }] });
  const resource = await api.error(
    '{ cluster(name: "orders") { nodes(orderBy: { by: pods, resource: "cpu" }) { totalCount } } }',
  );
  expect(resource.error.extensions).toMatchObject({ errors: [{ pointer: '/orderBy/resource' }] });
});

test('a profile is tried without being kept', async () => {
  const input = { clusterId: 'orders', profile: { schedulerName: 'tried' }, dryRun: true };
  const { createProfile } = await api.data(
    `mutation ($input: CreateProfileInput!) { createProfile(input: $input) {
      profile { name version } refusals { code } } }`,
    { input },
  );
  expect(createProfile).toEqual({ profile: { name: 'tried', version: 1 }, refusals: [] });
  const { updateProfile } = await api.data(
    `mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) {
      profile { name version } refusals { code } } }`,
    {
      input: {
        clusterId: 'orders',
        name: 'default-scheduler',
        profile: { percentageOfNodesToScore: 100 },
        dryRun: true,
      },
    },
  );
  expect(updateProfile.refusals).toEqual([]);
  const { cluster } = await api.data(
    '{ cluster(name: "orders") { revision profiles { edges { node { name version } } } } }',
  );
  expect(cluster).toEqual({
    revision: '2',
    profiles: { edges: [{ node: { name: 'default-scheduler', version: 1 } }] },
  });
});

test('all nodes that became fuller are listed, beyond the ten that moved most', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `m${String(index).padStart(2, '0')}`);
  await api.cluster(
    'moved',
    names.map((name) => node(name)),
  );
  await api.imported({
    clusterId: 'moved',
    manifests: JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: names.map((name, index) =>
        pod(name, { requests: { cpu: `${(index + 1) * 100}m` }, spec: { nodeName: name } }),
      ),
    }),
  });
  const { diff } = (
    await api.data(`{ cluster(name: "moved") { diff(from: "revision:1") { utilization { movers { node } }
      first: movedNodes(first: 2) { totalCount edges { node { node pods { difference } } } }
      last: movedNodes(last: 2) { edges { node { node } } pageInfo { hasPreviousPage } } } } }`)
  ).cluster;
  expect(diff.utilization.movers).toHaveLength(10);
  expect(diff.first).toEqual({
    totalCount: 12,
    edges: [{ node: { node: 'm11', pods: { difference: 1 } } }, { node: { node: 'm10', pods: { difference: 1 } } }],
  });
  expect(diff.last).toEqual({
    edges: [{ node: { node: 'm01' } }, { node: { node: 'm00' } }],
    pageInfo: { hasPreviousPage: true },
  });
});
