import { once } from 'node:events';
import { keyText, newKey } from '#access';
import { WebSocket } from 'ws';
import { bearer, keyOfTeam, type TeamKey } from './team-key.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.doJobs();
});
afterAll(() => api.stop());

let number = 0;

const keyOf = (team: string, roles: readonly string[], more?: object): Promise<TeamKey> =>
  keyOfTeam(api, { team, roles, more });

/** Any query says whether the key is good. */
async function status(authorization: string): Promise<number> {
  return (await api.get('/v1/whoami').set({ authorization })).status;
}

describe('without a key', () => {
  test.each(['/livez', '/readyz', '/openapi.json', '/docs', '/docs/errors', '/v1/signing-key'])(
    '%s answers',
    async (path) => {
      expect((await api.get(path).set('authorization', '')).status).toBe(200);
    },
  );

  test.each([
    ['/v1/clusters', 'application/problem+json', { code: 'UNAUTHENTICATED', status: 401 }],
    ['/metrics', 'application/problem+json', { code: 'UNAUTHENTICATED' }],
    ['/v1/clusters/x/api/v1/pods', 'application/json', { kind: 'Status', reason: 'Unauthorized', code: 401 }],
    ['/graphql?query={__typename}', 'application/json', { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }],
  ])('%s says that it needs one', async (path, type, body) => {
    const answer = await api.get(path).set('authorization', '');
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(answer.headers['content-type']).toContain(type);
    expect(answer.body).toMatchObject(body);
  });
});

test.each([
  ['no scheme', () => api.key],
  ['another scheme', () => `Basic ${api.key}`],
  ['a key that was cut', () => `Bearer ${api.key.slice(0, -1)}`],
  [
    'a letter that was changed',
    () => `Bearer ${api.key.slice(0, 25)}${api.key[25] === 'x' ? 'y' : 'x'}${api.key.slice(26)}`,
  ],
  ['a key of nobody', () => 'Bearer berth_000000000000_00000000000000000000000000000000_2dbbIj'],
  ['a token of an issuer that nobody trusts', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'],
])('%s is no key', async (_, authorization) => {
  expect(await status(authorization())).toBe(401);
});

test.each(['key', 'token', 'access_token', 'Authorization'])('a key in the URL is refused: %s', async (name) => {
  const answer = await api.get(`/v1/clusters?${name}=${api.key}`).expect(400);
  expect(answer.body.detail).toContain('never in a URL');
});

test('a role that is needed elsewhere than where it is held is reported with the place', async () => {
  const admin = await keyOf('elsewhere', ['admin', 'editor', 'scheduler']);
  const cluster = await api.clusterId();
  const grant = { team: 'elsewhere', role: 'editor' };
  await api.post(`/v1/clusters/${cluster}/grants`).send(grant).expect(201);
  const refused = async (path: string, body: object): Promise<string> =>
    (await api.post(path).set(bearer(admin)).send(body).expect(403)).body.detail as string;
  expect(await refused(`/v1/clusters/${cluster}/runs`, {})).toBe(
    'this takes the role scheduler: it is not held in this cluster or a namespace of it',
  );
  expect(await refused('/v1/teams', { name: 'more' })).toBe(
    'this takes the role admin: in the team `default`, which runs the service',
  );
  expect(await refused('/v1/teams/elsewhere/keys', { name: 'a', roles: ['auditor'] })).toBe(
    'this takes the role auditor: granting auditor requires auditor',
  );
});

test('the actor of a revision is who was authenticated, and what the client says stands beside it', async () => {
  const cluster = await api.cluster();
  const key = await keyOf('default', ['editor'], { name: 'deployer' });
  const path = `/v1/clusters/${cluster}/api/v1/nodes`;
  await api
    .post(path)
    .set({ ...bearer(key), 'x-berth-actor': 'ann', 'user-agent': 'ci' })
    .send(node('a'))
    .expect(201);
  const { body } = await api.get(`/v1/clusters/${cluster}/revisions`).expect(200);
  expect(body.items[0]).toMatchObject({ actor: 'deployer', principal: `key:${key.id}`, client: 'ann by ci' });
});

test('a key is shown once, and kept as the hash of its secret', async () => {
  const key = await keyOf('shown', ['viewer']);
  expect(key.key).toMatch(/^berth_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
  const { body } = await api.get('/v1/teams/shown/keys').expect(200);
  const days = 24 * 60 * 60 * 1_000;
  expect(body.items).toEqual([expect.objectContaining({ id: key.id, roles: ['viewer'], revokedAt: null })]);
  expect(Date.parse(body.items[0].expiresAt) - Date.parse(body.items[0].createdAt)).toBeCloseTo(90 * days, -5);
  const secret = key.key.split('_')[2] ?? '';
  expect(JSON.stringify([body, api.log])).not.toContain(secret);
});

test('two keys of a name are valid at once, and no third', async () => {
  const [first] = [
    await keyOf('rotating', ['viewer'], { name: 'ci' }),
    await keyOf('rotating', ['viewer'], { name: 'ci' }),
  ];
  const third = { name: 'ci', roles: ['viewer'] };
  expect((await api.post('/v1/teams/rotating/keys').send(third)).body).toMatchObject({ code: 'KEY_NAME_TAKEN' });
  await api.delete(`/v1/teams/rotating/keys/${first.id}`).expect(204);
  await api.post('/v1/teams/rotating/keys').send(third).expect(201);
});

test('a revoked key is good for nothing, and what was open with it ends within 5 s', async () => {
  const key = await keyOf('default', ['viewer']);
  const cluster = await api.cluster();
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: '' },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: bearer(key) }));
  const [ack] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(ack.toString())).toEqual({ type: 'connection_ack' });
  const stream = await fetch(`${api.url}/v1/clusters/${cluster}/changes`, {
    headers: { ...bearer(key), accept: 'text/event-stream' },
  });
  expect(stream.status).toBe(200);
  const ended = Promise.all([once(socket, 'close'), stream.text().catch(() => 'cut')]);
  const since = performance.now();
  await api.delete(`/v1/teams/default/keys/${key.id}`).expect(204);
  expect(await status(`Bearer ${key.key}`)).toBe(401);
  const [[code]] = (await ended) as unknown as [[number]];
  expect(code).toBe(4401);
  expect(performance.now() - since).toBeLessThan(5_000);
});

test('a socket without a key is closed', async () => {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: '' },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  expect((await once(socket, 'close'))[0]).toBe(4401);
});

test('a key for one cluster, and for one namespace of it', async () => {
  const made = (name: string): object => ({ ...pod(name), metadata: { name, namespace: 'shop' } });
  const [cluster, other] = [await api.cluster(made('p')), await api.cluster(made('p'))];
  const key = await keyOf('default', ['admin'], { cluster, namespace: 'shop' });
  const pods = (of: string, namespace: string): string => `/v1/clusters/${of}/api/v1/namespaces/${namespace}/pods`;
  await api.post(pods(cluster, 'shop')).set(bearer(key)).send(made('q')).expect(201);
  await api.post(pods(cluster, 'default')).set(bearer(key)).send(pod('r')).expect(404);
  await api.get(`/v1/clusters/${other}`).set(bearer(key)).expect(404);
  const { body } = await api.get('/v1/clusters').set(bearer(key)).expect(200);
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual([cluster]);
  await api.get('/v1/teams/default/keys').set(bearer(key)).expect(404);
});

test('a key for one cluster does nothing for the team as such, and knows of no operation about another', async () => {
  const [cluster, other] = [await api.cluster(node('n')), await api.cluster(node('n'))];
  const by = bearer(await keyOf('default', ['admin', 'auditor'], { cluster }));
  const verifying = async (of: string): Promise<string> =>
    (await api.post('/v1/verifications').send({ cluster: of, wait: false }).expect(202)).body.id as string;
  const [own, foreign] = [await verifying(cluster), await verifying(other)];
  const operation = `/v1/operations/${foreign}`;
  for (const path of [operation, `${operation}/file`]) await api.get(path).set(by).expect(404);
  await api.post(`${operation}/cancel`).set(by).expect(404);
  await api.get(`/v1/operations/${own}`).set(by).expect(200);
  const { body } = await api.get('/v1/operations').set(by).expect(200);
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([own]);

  await api.post('/v1/clusters').set(by).send({ name: 'beyond' }).expect(403);
  await api.post(`/v1/clusters/${cluster}/forks`).set(by).send({ name: 'beyond' }).expect(403);
  await api.get('/v1/access-log').set(by).expect(403);
  const query = '{ accessLog { edges { cursor } } }';
  const { body: said } = await api.post('/graphql').set(by).send({ query });
  expect(said.errors[0].extensions.code).toBe('FORBIDDEN');
});

test('a key of fewer roles than its maker does less', async () => {
  const cluster = `/v1/clusters/${await api.cluster(node('n'))}`;
  const tries = async ({ key }: Pick<TeamKey, 'key'>): Promise<number[]> => {
    const [by, nodes] = [bearer({ key }), `${cluster}/api/v1/nodes`];
    const read = await api.get(nodes).set(by);
    const written = await api
      .post(nodes)
      .set(by)
      .send(node(`n${++number}`));
    const run = await api.post(`${cluster}/runs`).set(by).send({ allowEmpty: true });
    const given = await api
      .post('/v1/teams/default/keys')
      .set(by)
      .send({ name: `t${++number}`, roles: ['viewer'] });
    const audited = await api.get('/v1/access-log').set(by);
    return [read, written, run, given, audited].map(({ status: code }) => code);
  };
  expect(await tries(api)).toEqual([200, 201, 201, 201, 200]);
  expect(await tries(await keyOf('default', ['viewer']))).toEqual([200, 403, 403, 403, 403]);
  expect(await tries(await keyOf('default', ['editor']))).toEqual([200, 201, 403, 403, 403]);
  expect(await tries(await keyOf('default', ['scheduler']))).toEqual([200, 403, 201, 403, 403]);
});

test('a key for one cluster reads nothing that is of all of its team', async () => {
  const [cluster, other] = [await api.cluster(node('n')), await api.cluster(node('n'))];
  const by = bearer(await keyOf('default', ['admin', 'auditor'], { cluster: other }));
  expect((await api.get('/v1/access-log').set(by)).status).toBe(403);
  const { body: operation } = await api.post(`/v1/clusters/${cluster}/exports`).send({ what: 'manifests' }).expect(202);
  const path = `/v1/operations/${operation.id as string}`;
  expect((await api.get(path)).status).toBe(200);
  for (const unseen of [path, `${path}/file`]) expect((await api.get(unseen).set(by)).status).toBe(404);
  expect((await api.get('/v1/operations').set(by).expect(200)).body.items).toEqual([]);
});

describe('auditors', () => {
  test('are made by auditors, and admins are none', async () => {
    const admin = await keyOf('split', ['admin']);
    const path = '/v1/teams/split/keys';
    await api
      .post(path)
      .set(bearer(admin))
      .send({ name: 'a', roles: ['auditor'] })
      .expect(403);
    await api
      .post(path)
      .set(bearer(admin))
      .send({ name: 'a', roles: ['admin'] })
      .expect(201);
    await api.post('/v1/verifications').set(bearer(admin)).expect(403);
  });

  test('see in the log who was given what, and verification looks at it', async () => {
    const key = await keyOf('logged', ['viewer']);
    await api.delete(`/v1/teams/logged/keys/${key.id}`).expect(204);
    const { body } = await api.get('/v1/access-log?pageSize=3').expect(200);
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'key.revoked',
      'key.created',
      'team.created',
    ]);
    const checks = (await api.post('/v1/verifications').expect(200)).body.checks as { name: string; holds: boolean }[];
    expect(checks.find(({ name }) => name.startsWith('changes of access'))).toMatchObject({ holds: true });
  });
});

test('whose namespace was given away hears it, and so are auditors of the team whose cluster is shared', async () => {
  const owner = await keyOf('owners', ['admin', 'auditor', 'editor']);
  const [loser, winner] = [await keyOf('losers', ['auditor']), await keyOf('winners', ['auditor'])];
  const { body: cluster } = await api.post('/v1/clusters').set(bearer(owner)).send({ name: 'shared' }).expect(201);
  const team = (name: string): Promise<unknown> =>
    Promise.resolve(
      api.put(`/v1/clusters/${cluster.id}/namespaces/a/team`).set(bearer(owner)).send({ team: name }).expect(200),
    );
  await team('losers');
  await team('winners');
  await api
    .post(`/v1/clusters/${cluster.id}/grants`)
    .set(bearer(owner))
    .send({ team: 'winners', role: 'viewer' })
    .expect(201);
  const reported = async (key: TeamKey): Promise<string[]> => {
    const { body } = await api.get('/v1/access-log').set(bearer(key)).expect(200);
    const actions = body.items.map(({ action }: { action: string }) => action) as string[];
    return actions.filter((action) => /^(grant|namespace)/.test(action));
  };
  expect(await reported(loser)).toEqual(['namespace.lost', 'namespace.given']);
  expect(await reported(winner)).toEqual(['grant.created', 'namespace.given']);
  expect(await reported(owner)).toEqual(['grant.created', 'namespace.given', 'namespace.lost', 'namespace.given']);
});

describe('wrong keys', () => {
  /** Another one every time: each is read from the database. */
  const wrong = (): string => `Bearer ${keyText(newKey())}`;

  test('of one address are so many in a minute; right ones are not held up, and neither is who has none', async () => {
    const own = await TestApi.start();
    const asked = async (authorization: string): Promise<Response> =>
      fetch(`${own.url}/v1/whoami`, { headers: { authorization } });
    try {
      for (let count = 0; count < 30; count++) expect((await asked(wrong())).status).toBe(401);
      const refused = await asked(wrong());
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await asked(`Bearer ${own.key}`)).status).toBe(200);
      expect((await asked('')).status).toBe(401);

      for (let count = 0; count < 100; count++) expect((await asked(wrong())).status).toBe(429);
      expect((await asked(`Bearer ${own.key}`)).status).toBe(200);
    } finally {
      await own.stop();
    }
  });
});
