import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
let server: Server;
let urlPrefix: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_EXTENDER_HOSTS: '127.0.0.1' });
  server = createServer((request, response) => {
    response.end(request.url === '/filter' ? '{"NodeNames": ["b"], "FailedNodes": {"a": "no lease"}}' : '[]');
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

test('an extender on a host that is not named is refused by name', async () => {
  const cluster = await api.cluster();
  expect((await imported(cluster, configurationOf('http://elsewhere:80')).expect(422)).body).toMatchObject({
    code: 'SCHEDULER_CONFIGURATION_INVALID',
    errors: [{ pointer: '/extenders', detail: expect.stringMatching(/BERTH_EXTENDER_HOSTS does not name it$/) }],
  });
});
