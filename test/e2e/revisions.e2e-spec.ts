import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_AUTH: 'off' });
});
afterAll(() => api.stop());

/** Revision 1 by nobody in particular, 2 and 3 by ann, 4 a run that nobody asked for in particular. */
async function written(): Promise<string> {
  const cluster = await api.cluster(node('a'), pod('p'));
  for (const name of ['one', 'two']) {
    await api
      .post(`/v1/clusters/${cluster}/api/v1/namespaces`)
      .set({
        'x-berth-actor': 'ann',
        'x-berth-reason': `for ${name}`,
        'x-request-id': `ask-${cluster}-${name}`,
        'user-agent': 'tests/1',
      })
      .send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
      .expect(201);
  }
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  return cluster;
}

test.each([
  ['', ['4', '3', '2', '1']],
  ['actor=ann', ['3', '2']],
  ['actor=anonymous', ['4', '1']],
  ['reason=for%20two', ['3']],
  ['client=tests/1', ['3', '2']],
  ['principal=anonymous&since=2999-01-01T00:00:00Z', []],
])('the revisions with %s, on both faces', async (query, wanted) => {
  const cluster = await written();
  const { body } = await api.get(`/v1/clusters/${cluster}/revisions?${query}`).expect(200);
  expect(body.items.map(({ revision }: { revision: string }) => revision)).toEqual(wanted);
  const args = [...new URLSearchParams(query)].map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
  const { data } = (
    await api.post('/graphql').send({
      query: `{ cluster(name: "${cluster}") { revisions${args === '' ? '' : `(${args})`} { edges { node { revision
          actor reason hash } } pageInfo { hasNextPage } } } }`,
    })
  ).body;
  expect(data.cluster.revisions).toEqual({
    edges: body.items.map(({ revision, actor, reason, hash }: Record<string, string>) => ({
      node: { revision, actor, reason, hash },
    })),
    pageInfo: { hasNextPage: false },
  });
});

test('who asked for what is found by the id of the request', async () => {
  const cluster = await written();
  const { body } = await api.get(`/v1/clusters/${cluster}/revisions?requestId=ask-${cluster}-one`).expect(200);
  expect(body.items).toEqual([
    expect.objectContaining({
      revision: '2',
      count: 1,
      firstPosition: '4',
      lastPosition: '4',
      actor: 'ann',
      reason: 'for one',
      client: 'tests/1',
      run: null,
    }),
  ]);
  expect((await api.get(`/v1/clusters/${cluster}/revisions/2`).expect(200)).body).toEqual(body.items[0]);
});

test('a revision of a run names it, and links to the one before', async () => {
  const cluster = await written();
  const { id } = (await api.get(`/v1/clusters/${cluster}/runs`)).body.items[0];
  const [last, before] = (await api.get(`/v1/clusters/${cluster}/revisions?pageSize=2`)).body.items;
  expect(last).toMatchObject({
    run: id,
    prevHash: before.hash,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    leafRoot: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const query = `{ cluster(name: "${cluster}") { revisions(first: 1) { edges { node { run { uid } leafRoot } }
    pageInfo { hasNextPage endCursor } } } }`;
  const { revisions } = (await api.post('/graphql').send({ query })).body.data.cluster;
  expect(revisions).toMatchObject({
    edges: [{ node: { run: { uid: id }, leafRoot: last.leafRoot } }],
    pageInfo: { hasNextPage: true },
  });
  const next = `{ cluster(name: "${cluster}") { revisions(first: 1, after: "${revisions.pageInfo.endCursor}") {
    edges { node { revision run { uid } } } } } }`;
  expect((await api.post('/graphql').send({ query: next })).body.data.cluster.revisions.edges).toEqual([
    { node: { revision: '3', run: null } },
  ]);
});

test('a cluster as it was shows the log as it was', async () => {
  const cluster = await written();
  const query = `{ cluster(name: "${cluster}", at: "revision:2") { changes(kinds: ["Namespace"]) { edges { node { name }
    } } revisions(first: 1) { edges { node { revision } } } } }`;
  expect((await api.post('/graphql').send({ query })).body.data.cluster).toEqual({
    changes: { edges: [{ node: { name: 'default' } }, { node: { name: 'one' } }] },
    revisions: { edges: [{ node: { revision: '2' } }] },
  });
});

test('changes as a connection, page by page', async () => {
  const cluster = await written();
  const seen: string[] = [];
  let after = '';
  do {
    const query = `{ cluster(name: "${cluster}") { changes(first: 2${after === '' ? '' : `, after: "${after}"`}) {
      edges { node { position op name object patch } } pageInfo { hasNextPage endCursor } } } }`;
    const { edges, pageInfo } = (await api.post('/graphql').send({ query })).body.data.cluster.changes;
    seen.push(
      ...edges.map(({ node: { position, op, name } }: { node: Record<string, string> }) => `${position} ${op} ${name}`),
    );
    after = pageInfo.hasNextPage ? pageInfo.endCursor : '';
  } while (after !== '');
  expect(seen.slice(3)).toEqual(['4 create one', '5 create two', '6 bind p']);
  expect(seen.slice(0, 3).sort()).toEqual(['1 create a', '2 create p', '3 create default']);
  const query = `{ cluster(name: "${cluster}") { changes(kinds: ["Pod"], op: bind, revision: "4") { edges { node { name
    patch } } } } }`;
  expect((await api.post('/graphql').send({ query })).body.data.cluster.changes.edges).toEqual([
    { node: { name: 'p', patch: expect.objectContaining({ spec: { nodeName: 'a' } }) } },
  ]);
});

test.each([
  ['revisions/9', 404, 'REVISION_NOT_FOUND'],
  ['revisions/x', 400, 'INVALID_REQUEST'],
  ['revisions?colour=red', 400, 'INVALID_REQUEST'],
  ['revisions?until=now', 400, 'INVALID_REQUEST'],
])('%s is refused', async (path, status, code) => {
  const cluster = await api.cluster(node('a'));
  expect((await api.get(`/v1/clusters/${cluster}/${path}`).expect(status)).body.code).toBe(code);
});
