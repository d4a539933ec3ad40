import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Authority } from '../../apps/api/src/resources/tls/authority.js';
import { TestApi, node, pod } from './test-api.js';

const authority = await Authority.create('an authority');
const stranger = await Authority.create('a stranger');
/** As a kubeconfig has it. */
const dataOf = ({ certificate: { cert } }: Authority): string => Buffer.from(cert).toString('base64');
let api: TestApi;
let server: Server;
let urlPrefix: string;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_EXTENDER_HOSTS: '127.0.0.1' });
  const { cert, key } = await authority.server(['127.0.0.1']);
  server = createServer({ cert, key }, (_request, response) => {
    response.end('{"NodeNames": ["b"], "FailedNodes": {"a": "no lease"}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  urlPrefix = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await api.stop();
});

const UNKNOWN = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
const OTHER =
  'tls: failed to verify certificate: x509: certificate is not valid for any names, but wanted to match other';

test.each<readonly [string, object, string | undefined]>([
  ['the authority that signed it', { tlsConfig: { caData: dataOf(authority) } }, undefined],
  ['another one', { tlsConfig: { caData: dataOf(stranger) } }, UNKNOWN],
  ['those of the system', {}, UNKNOWN],
  ['whoever answers', { tlsConfig: { insecure: true } }, undefined],
  ['whoever answers, since HTTPS is enabled without an authority', { enableHTTPS: true }, undefined],
  [
    'the authority, under another name',
    { enableHTTPS: true, tlsConfig: { caData: dataOf(authority), serverName: 'other' } },
    OTHER,
  ],
])('an extender with a certificate is believed by %s', async (_name, tls, fault) => {
  const cluster = await api.cluster(node('a'), node('b'), pod('p'));
  const configuration = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    extenders: [{ urlPrefix, filterVerb: 'filter', nodeCacheCapable: true, ...tls }],
  };
  await api.post(`/v1/clusters/${cluster}/scheduler-configuration`).send(configuration).expect(200);
  await api.post(`/v1/clusters/${cluster}/runs`).send({}).expect(201);
  const [decision] = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body.items;
  const message = `Post "${urlPrefix}/filter": ${fault}`;
  expect(decision).toMatchObject(
    fault === undefined
      ? { outcome: 'scheduled', node: 'b', extenders: [{ error: null }] }
      : { outcome: 'error', node: null, message: expect.stringContaining(message), extenders: [{ error: message }] },
  );
});
