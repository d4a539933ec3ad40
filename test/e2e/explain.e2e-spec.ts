import { TestApi, node } from './test-api.js';

let api: TestApi;
let cluster: string;

const asks = (name: string, requests: object, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop' },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }], ...more },
});

/** A node with a taint, a small one with a pod on it, and two that fit `web`, which goes to the larger one. */
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(
    {
      ...node('gpu', { cpu: '16', memory: '64Gi' }),
      spec: { taints: [{ key: 'gpu', value: 'true', effect: 'NoSchedule' }] },
    },
    node('small', { cpu: '2', memory: '4Gi' }),
    node('large', { cpu: '4', memory: '16Gi' }),
    node('medium', { cpu: '3', memory: '12Gi' }),
    asks('cache', { cpu: '1500m', memory: '1Gi' }, { nodeName: 'small', priority: 5 }),
    asks('web', { cpu: '1', memory: '1Gi' }),
    asks('big', { cpu: '3500m', memory: '1Gi' }),
  );
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
});
afterAll(() => api.stop());

const path = (rest: string): string => `/v1/clusters/${cluster}/${rest}`;
const read = async (rest: string) => (await api.get(path(rest)).expect(200)).body;
const text = async (rest: string): Promise<string> =>
  (
    await api
      .get(path(rest))
      .set('accept', 'text/plain')
      .expect('content-type', /text\/plain/)
      .expect(200)
  ).text;
const graphql = async (selection: string) =>
  (
    await api
      .post('/graphql')
      .send({ query: `query ($cluster: String!) { cluster(name: $cluster) ${selection} }`, variables: { cluster } })
      .expect(200)
  ).body;
const decisionOf = async (name: string): Promise<string> => (await read(`decisions?pod=shop/${name}`)).items[0].id;

test('a decision is its node against another one, plugin by plugin, and the shares add up', async () => {
  const why = await read(`decisions/${await decisionOf('web')}/why`);
  expect(why).toMatchObject({ node: 'large', against: 'medium', againstStatus: null, ties: 1 });
  const shares: { difference: number; node: { weighted: number } }[] = why.plugins;
  expect(shares.reduce((sum, { difference }) => sum + difference, 0)).toBe(why.difference);
  expect(why.difference).toBeGreaterThan(0);
  expect(why.deciding.scores).toContain('NodeResourcesFit');
  expect(why.deciding.filters).toEqual([
    { plugin: 'NodeResourcesFit', first: 1, any: 1, sole: 1 },
    { plugin: 'TaintToleration', first: 1, any: 1, sole: 1 },
  ]);
  const nodes: { nodes: number }[] = why.combinations;
  expect(nodes.reduce((sum, one) => sum + one.nodes, 0)).toBe(4);
  const { data } = await graphql(
    '{ decisions(pod: "shop/web") { edges { node { why(against: "medium") { difference sentence } } } } }',
  );
  const { difference, sentence } = why;
  expect(data.cluster.decisions.edges).toEqual([{ node: { why: { difference, sentence } } }]);
});

test('a node that did not fit, and one that was not there', async () => {
  const id = await decisionOf('web');
  const against = await read(`decisions/${id}/why?against=small`);
  expect(against).toMatchObject({ difference: null, plugins: [], againstStatus: { plugin: 'NodeResourcesFit' } });
  expect(against.sentence).toBe('Pod shop/web is on large; small did not fit: Insufficient cpu.');
  const { body } = await api.get(path(`decisions/${id}/why?against=nowhere`)).expect(400);
  expect(body.errors).toMatchObject([{ pointer: '/against', detail: expect.stringContaining('nowhere') }]);
  const itself = await api.get(path(`decisions/${id}/why?against=large`)).expect(400);
  expect(itself.body.errors).toMatchObject([
    { pointer: '/against', detail: expect.stringContaining('the pod is on this node') },
  ]);
  const { facts } = await read(`decisions/${id}/why?facts=true`);
  expect(facts.map(({ node, images }: { node: string; images: unknown[] }) => [node, images.length])).toEqual([
    ['large', 1],
    ['medium', 1],
  ]);
  expect((await read(`decisions/${await decisionOf('big')}/why`)).sentence).toContain(
    'Pod shop/big has no node (unschedulable): 0/4 nodes are available',
  );
});

test('why not says what is missing, who holds it, and the least that makes it fit', async () => {
  const answer = await read('why-not?pod=shop/web&node=small');
  expect(answer).toMatchObject({
    node: 'small',
    feasible: false,
    status: { plugin: 'NodeResourcesFit', reasons: ['Insufficient cpu'] },
    failures: [
      {
        amounts: [{ resource: 'cpu', requested: '1', free: '500m', allocatable: '2' }],
        heldBy: [{ namespace: 'shop', name: 'cache', priority: 5 }],
      },
    ],
    together: [{ kind: 'freeResource', resource: 'cpu', amount: '500m', pods: [{ name: 'cache' }], cost: 5 }],
  });
  const { data } = await graphql(
    '{ whyNot(pod: "shop/web", node: "small") { sentence together { kind pods { name } change } } }',
  );
  const [first] = answer.together;
  expect(data.cluster.whyNot).toEqual({
    sentence: answer.sentence,
    together: [{ kind: 'freeResource', pods: [{ name: 'cache' }], change: first }],
  });
  const dearer = await read('why-not?pod=shop/web&node=small&costs=freeResource:100');
  expect(dearer.together).toMatchObject([{ kind: 'addResource', amount: '500m', cost: 15 }]);
});

test('by which other requests a pod would have gone elsewhere, on all faces', async () => {
  const id = await decisionOf('web');
  expect(await read(`decisions/${id}/why`)).not.toHaveProperty('requestChanges');
  const why = await read(`decisions/${id}/why?requests=true`);
  const [nearest] = why.requestChanges;
  expect(nearest).toMatchObject({ resource: expect.any(String), share: expect.any(Number) });
  expect(why.requestChanges).toContainEqual(
    expect.objectContaining({ resource: 'cpu', from: '1', to: '4001m', share: 3.001, winner: null }),
  );
  expect(why.sentence).toContain(nearest.sentence);
  const fields = 'resource from to share winner isNearest sentence';
  const { data } = await graphql(
    `{ decisions(pod: "shop/web", first: 1) { edges { node { why { requestChanges { ${fields} } } } } }
       whyNot(pod: "shop/web", node: "medium", requests: true) { rivalry { wins requestChanges { ${fields} } } } }`,
  );
  expect(data.cluster.decisions.edges[0].node.why.requestChanges).toEqual(why.requestChanges);
  const whyNot = await read('why-not?pod=shop/web&node=medium&requests=true');
  expect(whyNot.rivalry.wins).toBe(false);
  expect(data.cluster.whyNot.rivalry.requestChanges).toEqual(whyNot.rivalry.requestChanges);
  const then = await read(`decisions/${id}/why-not?node=large&requests=true`);
  expect(then.rivalry.requestChanges).toEqual(why.requestChanges);
  expect(await text(`decisions/${id}/why?requests=true`)).toMatch(
    /REQUEST +IS +WOULD BE +THEN ON\n(.+\n)*cpu +1 +4001m +no node/,
  );
});

test('the most that a pod may request to find a node', async () => {
  const why = await read(`decisions/${await decisionOf('big')}/why?requests=true`);
  expect(why.requestChanges).toMatchObject([{ resource: 'cpu', from: '3500m', to: '3', winner: 'large' }]);
  expect(why.sentence).toContain('With 3 cpu instead of 3500m it would go to large.');
});

test('on the state of a decision, and as text', async () => {
  const id = await decisionOf('web');
  const answer = await read(`decisions/${id}/why-not?node=gpu`);
  expect(answer.together).toMatchObject([{ kind: 'addToleration', toleration: { key: 'gpu', value: 'true' } }]);
  const said = await text(`decisions/${id}/why-not?node=gpu`);
  expect(said.replace(/\s+/g, ' ')).toContain('It would fit if you let the pod tolerate gpu=true:NoSchedule.');
  expect(said).toMatch(/FILTER +COST +WHAT WOULD UNDO IT/);
});

test('what would make a pod fit anywhere: the cheapest nodes first, by either address', async () => {
  const nowhere = asks('huge', { cpu: '15', memory: '1Gi' });
  const late = { apiVersion: 'v1', kind: 'List', items: [nowhere] };
  await api.post(path('import')).send(late).expect(200);
  const found = await read('fit-anywhere?pod=shop/huge');
  expect(found).toMatchObject({ nodes: { total: 4, feasible: 0 }, lookedAt: 4 });
  expect(found.items.map((item: { node: string; cost: number }) => [item.node, item.cost])).toEqual([
    ['gpu', 2],
    ['large', expect.any(Number)],
    ['medium', expect.any(Number)],
    ['small', expect.any(Number)],
  ]);
  expect((await read('why-not?pod=shop/huge&limit=1')).items).toEqual(found.items.slice(0, 1));
  const { data } = await graphql('{ fitAnywhere(pod: "shop/huge", first: 2) { feasibleNodes items { node cost } } }');
  expect(data.cluster.fitAnywhere.items.map(({ node: name }: { node: string }) => name)).toEqual(['gpu', 'large']);
  expect(await text('fit-anywhere?pod=shop/huge')).toContain('Pod shop/huge fits on none of 4 nodes.');
});

test('at a moment, before the pod was placed', async () => {
  const then = await read('why-not?pod=shop/big&node=small&at=revision:1');
  const now = await read('why-not?pod=shop/big&node=small');
  expect(then.together).toEqual(now.together);
  await api.get(path('why-not?pod=shop/huge&node=small&at=revision:1')).expect(404);
});

test('what is not there is refused, and so is what is not meant', async () => {
  expect((await api.get(path('why-not?pod=shop/none&node=small')).expect(404)).body.code).toBe('OBJECT_NOT_FOUND');
  expect((await api.get(path('why-not?pod=shop/web&node=none')).expect(404)).body.code).toBe('OBJECT_NOT_FOUND');
  expect((await api.get(path('why-not?pod=web')).expect(400)).body.errors).toMatchObject([{ pointer: '/pod' }]);
  expect((await api.get(path('why-not?pod=shop/web&costs=bribe:3')).expect(400)).body.errors).toMatchObject([
    { pointer: '/costs' },
  ]);
  for (const where of ['why-not?pod=shop/web', `decisions/${await decisionOf('web')}/why-not?`]) {
    const { body } = await api.get(path(`${where}&requests=true`)).expect(400);
    expect(body.errors).toMatchObject([{ pointer: '/requests' }]);
  }
  await api.get(path('decisions/nothing/why-not?node=small')).expect(404);
});

test('nothing is written', async () => {
  const present = async () => (await api.get(`/v1/clusters/${cluster}`).expect(200)).body;
  const before = await present();
  await read('fit-anywhere?pod=shop/huge');
  await read('why-not?pod=shop/web&node=gpu');
  expect(await present()).toEqual(before);
});

test('a stored decision says over GraphQL why it did not take a node', async () => {
  const { data } = await graphql(
    '{ decisions(pod: "shop/big", first: 1) { edges { node { whyNot(node: "small") { cost sentence } } } } }',
  );
  const { cost, sentence } = await read(`decisions/${await decisionOf('big')}/why-not?node=small`);
  expect(data.cluster.decisions.edges).toEqual([{ node: { whyNot: { cost, sentence } } }]);
});
