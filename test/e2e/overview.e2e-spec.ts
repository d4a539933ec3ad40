import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
let run: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  const labelled = (object: object, labels: object): object => {
    const { metadata } = object as { readonly metadata: object };
    return { ...object, metadata: { ...metadata, labels } };
  };
  const inNamespace = (name: string, namespace: string, more: object = {}): object => {
    const { spec, ...rest } = pod(name, '1', { app: 'web' }) as { readonly spec: object };
    return { ...rest, metadata: { name, namespace, labels: { app: 'web' } }, spec: { ...spec, ...more } };
  };
  cluster = await api.cluster(
    labelled(node('a'), { zone: 'z1', rack: 'r1' }),
    labelled(node('b'), { zone: 'z1', rack: 'r2' }),
    { ...labelled(node('web-1'), { zone: 'z2' }), spec: { unschedulable: true } },
    { ...node('d'), status: { capacity: { cpu: '1' }, conditions: [{ type: 'Ready', status: 'False' }] } },
    pod('web', '1'),
    pod('old-web-2', '1', { app: 'old' }),
    inNamespace('web-3', 'shop'),
    inNamespace('waits', 'shop', { schedulingGates: [{ name: 'gate' }] }),
  );
  const { body } = await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  run = body.id;
});
afterAll(() => api.stop());

async function graphql(fields: string, at?: string): Promise<never> {
  const query = `query ($name: String!, $at: String) { cluster(name: $name, at: $at) { ${fields} } }`;
  const { body } = await api.post('/graphql').send({ query, variables: { name: cluster, at } });
  expect(body.errors).toBeUndefined();
  return body.data.cluster as never;
}

/** The same as it is and, read from the log, as it was. */
async function everywhere(rest: string, fields: string): Promise<unknown[]> {
  await api.delete(`/v1/clusters/${cluster}/api/v1/namespaces/later`);
  const before = (await api.get(`/v1/clusters/${cluster}`)).body.position as string;
  const answers: unknown[] = [(await api.get(`/v1/clusters/${cluster}/${rest}`).expect(200)).body];
  answers.push(await graphql(fields));
  await api
    .post(`/v1/clusters/${cluster}/api/v1/namespaces`)
    .send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } })
    .expect(201);
  const at = `at=${before}`;
  const path = `/v1/clusters/${cluster}/${rest}${rest.includes('?') ? '&' : '?'}${at}`;
  answers.push((await api.get(path).expect(200)).body, await graphql(fields, before));
  return answers;
}

test('the keys of labels, with their most frequent values', async () => {
  const wanted = [
    { key: 'rack', distinct: 2, objects: 2, values: [{ value: 'r1', objects: 1 }] },
    { key: 'zone', distinct: 2, objects: 3, values: [{ value: 'z1', objects: 2 }] },
  ];
  const fields = 'labelKeys(kind: Node, values: 1) { key distinct objects values { value objects } }';
  const answers = await everywhere('label-keys?kind=Node&values=1', fields);
  expect(answers).toEqual([{ items: wanted }, { labelKeys: wanted }, { items: wanted }, { labelKeys: wanted }]);
  const { body } = await api.get(`/v1/clusters/${cluster}/label-keys?kind=Pod&values=0`).expect(200);
  expect(body.items).toEqual([{ key: 'app', distinct: 2, objects: 3, values: [] }]);
});

test('namespaces with their pods counted, page by page', async () => {
  const shop = { name: 'shop', pods: 2, pendingPods: 1 };
  const answers = await everywhere('namespaces', 'namespaces { edges { node { name pods pendingPods } } }');
  for (const answer of answers) expect(JSON.stringify(answer)).toContain('"name":"shop"');
  for (const { items } of [answers[0], answers[2]] as { items: object[] }[])
    expect(items).toContainEqual(expect.objectContaining(shop));
  for (const { namespaces } of [answers[1], answers[3]] as { namespaces: { edges: object[] } }[])
    expect(namespaces.edges).toContainEqual({ node: shop });
  const names: string[] = [];
  let token: string | undefined = '';
  while (token !== undefined) {
    const answer = await api.get(`/v1/clusters/${cluster}/namespaces?pageSize=1&pageToken=${token}`).expect(200);
    const page = answer.body as { readonly items: readonly { name: string }[]; readonly nextPageToken?: string };
    names.push(...page.items.map(({ name }) => name));
    token = page.nextPageToken;
  }
  expect(names).toEqual([...new Set(names)].sort());
  expect(names).toContain('default');
});

test('nodes and pods in states that somebody has to know of', async () => {
  const wanted = { unreadyNodes: 1, cordonedNodes: 1, gatedPods: 1, nominatedPods: 0 };
  const fields = 'states { unreadyNodes cordonedNodes gatedPods nominatedPods }';
  expect(await everywhere('states', fields)).toEqual([wanted, { states: wanted }, wanted, { states: wanted }]);
});

test('objects by a part of their name: exact ones, then those that begin so, then the others', async () => {
  const wanted = [
    { kind: 'Pod', namespace: 'default', name: 'web', match: 'exact' },
    { kind: 'Node', namespace: '', name: 'web-1', match: 'prefix' },
    { kind: 'Pod', namespace: 'shop', name: 'web-3', match: 'prefix' },
    { kind: 'Pod', namespace: 'default', name: 'old-web-2', match: 'substring' },
  ];
  const shown = wanted.map((hit) => ({ ...hit, namespace: hit.namespace === '' ? null : hit.namespace }));
  const answers = await everywhere('search?text=WEB', 'search(text: "WEB") { kind namespace name match }');
  const [now, , then] = answers as { items: object[] }[];
  expect(now?.items).toEqual(wanted.map((hit) => ({ ...hit, uid: expect.any(String) })));
  expect(then).toEqual(now);
  expect([answers[1], answers[3]]).toEqual([{ search: shown }, { search: shown }]);
});

interface Hit {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

async function found(query: string): Promise<Hit[]> {
  return (await api.get(`/v1/clusters/${cluster}/search?${query}`).expect(200)).body.items as Hit[];
}

test('in a namespace, of some kinds, so many, by uid', async () => {
  expect((await found('text=shop/')).map(({ name }) => name)).toEqual(['waits', 'web-3']);
  expect((await found('text=web&kinds=Node')).map(({ name }) => name)).toEqual(['web-1']);
  expect((await found('text=web&first=1')).map(({ name }) => name)).toEqual(['web']);
  expect(await found('text=%25')).toEqual([]);
  const [web] = await found('text=web&first=1');
  expect(await found(`text=${web?.uid}`)).toEqual([web]);
});

test('runs, decisions and revisions by their ids, which lead to them', async () => {
  expect(await found(`text=${run}`)).toMatchObject([{ kind: 'Run', name: run, match: 'exact' }]);
  expect(await found(`text=${run}.0`)).toMatchObject([{ kind: 'Decision', name: `${run}.0` }]);
  expect(await found(`text=${run}.99`)).toEqual([]);
  expect((await found('text=revision:2'))[0]).toMatchObject({ kind: 'Revision', name: '2' });
  expect(await found('text=revision:9999')).toEqual([]);
  const { search } = await graphql(`search(text: "web") { nodeId }`);
  const ids = (search as { nodeId: string }[]).map(({ nodeId }) => nodeId);
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on KubernetesObject { name } } }';
  const { body } = await api.post('/graphql').send({ query, variables: { ids } });
  expect(body.data.nodes).toEqual([{ name: 'web' }, { name: 'web-1' }, { name: 'web-3' }, { name: 'old-web-2' }]);
});

test.each([
  ['search?text=', 'text', 'must have 1 to 317 characters'],
  ['search?text=a&kinds=pod', 'kinds', 'no such kind: "pod", did you mean Pod'],
  ['search?text=a&first=101', 'first', 'must be 1 to 100'],
  ['label-keys?kind=Node&values=101', 'values', 'must be 0 to 100'],
  ['label-keys?kind=Service', 'kind', ''],
])('%s is refused', async (query, field, message) => {
  const { body } = await api.get(`/v1/clusters/${cluster}/${query}`).expect(400);
  expect(body.errors).toEqual([
    expect.objectContaining({ pointer: `/${field}`, detail: expect.stringContaining(message) }),
  ]);
});

test('forks of a cluster, over both faces, but for forks of forks', async () => {
  const fork = async (of: string, name: string): Promise<void> => {
    await api.post(`/v1/clusters/${of}/forks`).send({ name }).expect(201);
  };
  await fork(cluster, 'fork-b');
  await fork(cluster, 'fork-a');
  await fork('fork-a', 'fork-of-fork');
  const { body } = await api.get(`/v1/clusters/${cluster}/forks`).expect(200);
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['fork-a', 'fork-b']);
  const { forks } = await graphql('forks(first: 1) { edges { node { name } } pageInfo { hasNextPage } }');
  expect(forks).toEqual({ edges: [{ node: { name: 'fork-a' } }], pageInfo: { hasNextPage: true } });
});

test('checkpoints are listed, the largest first', async () => {
  const made = await api.cluster(node('a'));
  await api.post(`/v1/clusters/${made}/checkpoints`).expect(201);
  await api.post(`/v1/clusters/${made}/api/v1/nodes`).send(node('b')).expect(201);
  await api.post(`/v1/clusters/${made}/checkpoints`).expect(201);
  const query = (after: string | null): string => `{ cluster(name: "${made}") {
    checkpoints(first: 1${after === null ? '' : `, after: "${after}"`}) {
      edges { cursor node { size revision } } pageInfo { hasNextPage endCursor } } } }`;
  const page = async (after: string | null) =>
    (await api.post('/graphql').send({ query: query(after) })).body.data.cluster.checkpoints;
  const first = await page(null);
  expect(first).toMatchObject({ edges: [{ node: { size: '2', revision: '2' } }], pageInfo: { hasNextPage: true } });
  expect(await page(first.pageInfo.endCursor)).toMatchObject({
    edges: [{ node: { size: '1', revision: '1' } }],
    pageInfo: { hasNextPage: false },
  });
});
