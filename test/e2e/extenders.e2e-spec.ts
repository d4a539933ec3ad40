import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let server: Server;
let urlPrefix: string;
/** What the extender answers to the next requests; undefined: what suits. */
let said: string | Buffer | undefined;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_EXTENDER_HOSTS: '127.0.0.1' });
  server = createServer((request, response) => {
    const suits = request.url === '/filter' ? '{"NodeNames": ["b"], "FailedNodes": {"a": "no lease"}}' : '[]';
    response.end(said ?? suits);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  urlPrefix = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await api.stop();
});

const configurationOf = (url: string): string => `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: ${url}
    filterVerb: filter
    prioritizeVerb: prioritize
    weight: 1
    nodeCacheCapable: true
`;

const imported = (cluster: string, configuration: string) =>
  api
    .post(`/v1/clusters/${cluster}/scheduler-configuration`)
    .set('content-type', 'application/yaml')
    .send(configuration);

test('extenders of a configuration are asked; decisions, traces and metrics say so', async () => {
  const cluster = await api.cluster(node('a'), node('b'), pod('p'));
  await imported(cluster, configurationOf(urlPrefix)).expect(200);
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  const { items } = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body;
  expect(items).toMatchObject([
    {
      outcome: 'scheduled',
      node: 'b',
      rejections: [{ plugin: urlPrefix, reason: 'no lease' }],
      extenders: [{ extender: urlPrefix, verb: 'filter', nodes: 2, error: null }],
    },
  ]);
  const trace = await api
    .get(`/v1/clusters/${cluster}/decisions/${items[0].id}/trace`)
    .set('accept', 'text/csv')
    .expect(200);
  expect(trace.text).toContain(`a,false,${urlPrefix},Unschedulable,no lease`);
  const asked = 'edges { node { extenders { extender verb nodes error } } }';
  const query = `query ($name: String!) { cluster(name: $name) { decisions(first: 1) { ${asked} } } }`;
  const { data } = (
    await api
      .post('/graphql')
      .send({ query, variables: { name: cluster } })
      .expect(200)
  ).body;
  expect(data.cluster.decisions.edges).toEqual([{ node: { extenders: items[0].extenders } }]);
  expect((await api.get('/metrics').expect(200)).text).toMatch(
    /^berth_extender_call_duration_seconds_count\{verb="filter",outcome="answered"\} 1$/m,
  );
});

test.each<[string, string | Buffer]>([
  ['a NUL', '\0'],
  ['a NUL behind JSON', '{}\0'],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x22])],
  ['half of a character', '{"\ud83d'],
  ['a character that begins no JSON', '💥'],
  ['a reason with a NUL', '{"NodeNames": ["b"], "FailedNodes": {"a": "no\\u0000lease"}}'],
  ['a reason with half of a character', '{"NodeNames": ["b"], "FailedNodes": {"a": "no\\ud83dlease"}}'],
  ['an error with a NUL', '{"Error": "\\u0000"}'],
  ['a node with a NUL', '{"NodeNames": ["\\u0000"]}'],
  ['a key with a NUL', '{"NodeNames": ["b"], "FailedNodes": {"\\u0000": "gone"}}'],
  ['a large score', '[{"Host": "b", "Score": 9007199254740991}]'],
  ['a number beyond all', '{"NodeNames": [1e999]}'],
  ['very many brackets', '['.repeat(200_000)],
])('an extender that answers with %s fails no run', async (_, answer) => {
  const cluster = await api.cluster(node('a'), node('b'), pod('p'));
  await imported(cluster, configurationOf(urlPrefix)).expect(200);
  said = answer;
  try {
    const { status, body } = await api.post(`/v1/clusters/${cluster}/runs`).send({});
    expect([status, body]).toMatchObject([201, { state: 'complete' }]);
    await api.get(`/v1/clusters/${cluster}/decisions`).expect(200);
  } finally {
    said = undefined;
  }
});

test('an extender on a host that is not named is refused by name', async () => {
  const cluster = await api.cluster();
  expect((await imported(cluster, configurationOf('http://elsewhere:80')).expect(422)).body).toMatchObject({
    code: 'SCHEDULER_CONFIGURATION_INVALID',
    errors: [{ pointer: '/extenders', detail: expect.stringMatching(/BERTH_EXTENDER_HOSTS does not name it$/) }],
  });
});
