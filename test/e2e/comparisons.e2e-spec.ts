import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

const PACKING = {
  schedulerName: 'packing',
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
    },
  ],
};

const cluster = (): Promise<string> => api.cluster(node('a'), node('b'), pod('p'), pod('q'), pod('huge', '9'));
const post = (name: string, body: object) => api.post(`/v1/clusters/${name}/comparisons`).send(body);

test('two profiles side by side, waited for and not, alike through every door', async () => {
  const name = await cluster();
  const before = (await api.get(`/v1/clusters/${name}`)).body;
  const asked = { a: {}, b: { profile: PACKING } };
  const answer = await post(name, asked).expect(200);
  expect(answer.body.seeds[0].counts).toEqual({ same: 1, moved: 1, onlyA: 0, onlyB: 0, neither: 1 });
  expect(answer.body.placements).toMatchObject([{ pod: { name: 'q' }, a: { node: 'b' }, b: { node: 'a' } }]);
  expect(answer.body.placements[0].plugins[0]).toEqual({ plugin: 'NodeResourcesFit', a: 27, b: 50, share: 77 });
  const operation = (await api.get(answer.headers['location'] as string).expect(200)).body;
  expect(operation).toMatchObject({
    kind: 'comparison',
    state: 'succeeded',
    progress: { done: 3, total: 3, unit: 'pods' },
    result: answer.body,
  });
  expect((await post(name, { ...asked, wait: false }).expect(202)).body).toMatchObject({ kind: 'comparison' });
  const query = `mutation ($input: ComparisonInput!) { compare(input: $input) {
    refusals { code } comparison { sentence pods placements { pod { name } a { node } b { node } } } } }`;
  const variables = { input: { clusterId: name, ...asked } };
  const { compare } = (await api.post('/graphql').send({ query, variables }).expect(200)).body.data;
  const [
    {
      pod: { name: moved },
    },
  ] = answer.body.placements;
  expect(compare).toEqual({
    refusals: [],
    comparison: {
      sentence: answer.body.sentence,
      pods: 3,
      placements: [{ pod: { name: moved }, a: { node: 'b' }, b: { node: 'a' } }],
    },
  });
  expect((await api.get(`/v1/clusters/${name}`)).body).toEqual(before);
});

test('a run, and what was tried since a moment', async () => {
  const name = await cluster();
  const run = (await api.post(`/v1/clusters/${name}/runs`).send({}).expect(201)).body.id;
  const sides = { a: {}, b: { profile: PACKING } };
  const ofRun = (await post(name, { ...sides, run }).expect(200)).body;
  const since = (await post(name, { ...sides, since: 'revision:1' }).expect(200)).body;
  expect(ofRun.placementCount).toBe(1);
  expect(since.placements).toEqual(ofRun.placements);
  expect(since.seeds).toEqual(ofRun.seeds);
});

test.each([
  [{ a: {} }, 'INVALID_REQUEST', 400],
  [{ a: {}, b: {}, until: '2026-01-01' }, 'INVALID_REQUEST', 400],
  [{ a: {}, b: {}, seeds: 51 }, 'INVALID_REQUEST', 400],
  [{ a: {}, b: {}, since: '1', pods: { namespace: 'x' } }, 'INVALID_REQUEST', 400],
  [{ a: {}, b: {}, since: 'yesterday' }, 'INVALID_REQUEST', 400],
  [{ a: {}, b: {}, run: '01a20081-55b0-7054-9a6e-91babf6058ce' }, 'RUN_NOT_FOUND', 404],
  [{ a: {}, b: { cluster: 'none' } }, 'CLUSTER_NOT_FOUND', 404],
  [{ a: {}, b: { profile: 'none' } }, 'PROFILE_NOT_FOUND', 422],
  [{ a: {}, b: {}, pods: { names: ['a/b'] } }, 'PODS_NOT_FOUND', 422],
])('%j is %s', async (body, code, status) => {
  const answer = await post(await api.cluster(), body).expect(status);
  expect(answer.body.code).toBe(code);
});
