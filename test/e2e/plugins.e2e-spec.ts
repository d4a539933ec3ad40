import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

test('the plugins that a profile may name, the same over both faces', async () => {
  const name = await api.cluster();
  const { body } = await api.get('/v1/plugins').expect(200);
  const named = new Map<string, object>(body.items.map((one: { name: string }) => [one.name, one]));
  expect([...named.keys()]).toEqual([...named.keys()].sort());
  expect(named.get('TaintToleration')).toEqual({
    name: 'TaintToleration',
    extensionPoints: ['filter', 'preScore', 'score'],
    isDefault: true,
    defaultWeight: 3,
    defaultArgs: null,
    argsSchema: null,
    source: null,
  });
  expect(named.get('NodeName')).toMatchObject({ extensionPoints: ['filter'], defaultWeight: null });
  expect(named.get('InterPodAffinity')).toMatchObject({
    defaultArgs: { hardPodAffinityWeight: 1 },
    argsSchema: { properties: { hardPodAffinityWeight: { type: 'integer' } }, additionalProperties: false },
  });
  expect(named.get('NodeLabel')).toMatchObject({ isDefault: false, defaultWeight: 1 });
  const fields = 'name extensionPoints isDefault defaultWeight defaultArgs argsSchema source';
  const query = `{ cluster(name: "${name}") { plugins { ${fields} } } }`;
  const answer = await api.post('/graphql').send({ query }).expect(200);
  expect(answer.body.data.cluster.plugins).toEqual(body.items);
});
