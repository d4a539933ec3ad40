import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Client } from 'graphql-ws';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import WebSocket from 'ws';
import { node, TestApi } from './test-api.js';

/** A person who is in two teams says for which of them they act, over HTTP and over a WebSocket. */
const [AUDIENCE, ALGORITHM] = ['berth', 'ES256'];

let issuer: Server;
let api: TestApi;
let authorization: string;
/** Of the team `two`. */
let cluster: string;
const clients: Client[] = [];
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM);
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: ALGORITHM }];
  issuer = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  const iss = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  api = await TestApi.start({
    BERTH_OIDC_ISSUER: iss,
    BERTH_OIDC_AUDIENCE: AUDIENCE,
    BERTH_OIDC_JWKS_URI: `${iss}/keys`,
  });
  for (const team of ['one', 'two']) {
    await api.post('/v1/teams').send({ name: team }).expect(201);
    await api
      .post(`/v1/teams/${team}/members`)
      .send({ subject: 'ann', roles: ['editor'] })
      .expect(201);
  }
  const token = await new SignJWT({ sub: 'ann' })
    .setProtectedHeader({ alg: ALGORITHM, kid: 'one' })
    .setIssuer(iss)
    .setAudience(AUDIENCE)
    .setExpirationTime('5m')
    .sign(privateKey);
  authorization = `Bearer ${token}`;
  const made = await api
    .post('/v1/clusters')
    .set({ authorization, 'x-berth-team': 'two' })
    .send({ name: 'theirs' })
    .expect(201);
  cluster = (made.body as { readonly id: string }).id;
  await api.post(`/v1/clusters/${cluster}/api/v1/nodes`).set({ authorization, 'x-berth-team': 'two' }).send(node('n'));
});
afterAll(async () => {
  for (const client of clients) await client.dispose();
  await api.stop();
  issuer.close();
});

test.each([
  ['the first by name', {}, 200, 'one'],
  ['one of their own, by name', { 'x-berth-team': 'two' }, 200, 'two'],
  ['one that is not theirs', { 'x-berth-team': 'default' }, 401, undefined],
])('over HTTP: %s', async (_, header, status, team) => {
  const answer = await api.get('/v1/whoami').set({ authorization, ...header });
  expect([answer.status, answer.body.team]).toEqual([status, team]);
});

const FIRST = 'subscription ($cluster: ID!) { changes(clusterId: $cluster) { position } }';

/** The first answer to a subscription to the cluster of team `two`, or how the connection was closed. */
async function followed(said: object, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  class WithHeaders extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers });
    }
  }
  const client = createClient({
    url: `${api.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WithHeaders,
    connectionParams: { authorization, ...said },
    retryAttempts: 0,
  });
  clients.push(client);
  try {
    for await (const answer of client.iterate({ query: FIRST, variables: { cluster } })) return JSON.stringify(answer);
  } catch (error) {
    return error instanceof Error ? error.message : String((error as { readonly code: number }).code);
  }
  return 'nothing';
}

test('over a WebSocket, in its first message or in the header', async () => {
  expect(await followed({})).toContain('CLUSTER_NOT_FOUND');
  expect(await followed({ 'X-Berth-Team': 'two' })).toBe('{"data":{"changes":{"position":"1"}}}');
  expect(await followed({}, { 'x-berth-team': 'two' })).toBe('{"data":{"changes":{"position":"1"}}}');
  expect(await followed({ 'x-berth-team': 'default' })).toBe('4401');
});
