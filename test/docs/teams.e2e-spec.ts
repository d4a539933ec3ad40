import { berth } from '../e2e/berth-command.js';
import { node, pod, TestApi } from '../e2e/test-api.js';

/**
 * What docs/teams.md says, walked over each face: a team, a person of it, a key, what it is granted, what it sees and
 * may do, a namespace of its own, the key replaced, and everything in the log of access.
 */
const ISSUER = 'https://id.example.com';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ BERTH_OIDC_ISSUER: ISSUER, BERTH_OIDC_AUDIENCE: 'berth' });
});
afterAll(() => api.stop());

/** The steps of the page that change access, by one face. */
interface Face {
  createTeam(name: string): Promise<void>;
  addMember(team: string, subject: string): Promise<{ readonly issuer: string }>;
  createKey(team: string, roles: readonly string[]): Promise<string>;
  revokeKey(team: string, id: string): Promise<void>;
  grant(cluster: string, team: string, namespace: string): Promise<string>;
  removeGrant(cluster: string, id: string): Promise<void>;
  giveNamespace(cluster: string, namespace: string, team: string): Promise<void>;
}

async function post<T>(path: string, body: object): Promise<T> {
  return (await api.post(path).send(body).expect(201)).body as T;
}

const rest: Face = {
  createTeam: async (name) => void (await post('/v1/teams', { name })),
  addMember: (team, subject) => post(`/v1/teams/${team}/members`, { subject, roles: ['editor'] }),
  createKey: async (team, roles) => (await post<{ key: string }>(`/v1/teams/${team}/keys`, { name: 'ci', roles })).key,
  revokeKey: async (team, id) => void (await api.delete(`/v1/teams/${team}/keys/${id}`).expect(204)),
  grant: async (cluster, team, namespace) =>
    (await post<{ id: string }>(`/v1/clusters/${cluster}/grants`, { team, role: 'viewer', namespace })).id,
  removeGrant: async (cluster, id) => void (await api.delete(`/v1/clusters/${cluster}/grants/${id}`).expect(204)),
  giveNamespace: async (cluster, namespace, team) =>
    void (await api.put(`/v1/clusters/${cluster}/namespaces/${namespace}/team`).send({ team }).expect(200)),
};

type Payload = Readonly<Record<string, unknown>> & { readonly refusals: readonly object[] };

async function mutate(name: string, input: object, selection: string): Promise<Payload> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} refusals { code } } }`;
  const { body } = await api.post('/graphql').send({ query, variables: { input } }).expect(200);
  const payload = (body as { readonly data: Readonly<Record<string, Payload>> }).data[name] as Payload;
  expect(payload.refusals).toEqual([]);
  return payload;
}

const graphql: Face = {
  createTeam: async (name) => void (await mutate('createTeam', { name }, 'team { id }')),
  addMember: async (teamId, subject) =>
    (await mutate('addMember', { teamId, subject, roles: ['editor'] }, 'member { issuer }'))['member'] as {
      readonly issuer: string;
    },
  createKey: async (teamId, roles) => String((await mutate('createKey', { teamId, name: 'ci', roles }, 'key'))['key']),
  revokeKey: async (teamId, keyId) => void (await mutate('revokeKey', { teamId, keyId }, 'apiKey { id }')),
  grant: async (clusterId, team, namespace) => {
    const { grant } = await mutate('createGrant', { clusterId, team, role: 'viewer', namespace }, 'grant { id }');
    return (grant as { readonly id: string }).id;
  },
  removeGrant: async (clusterId, grantId) => void (await mutate('removeGrant', { clusterId, grantId }, 'grant { id }')),
  giveNamespace: async (clusterId, namespace, team) =>
    void (await mutate('setNamespaceTeam', { clusterId, namespace, team }, 'namespaceTeam { team }')),
};

async function command(line: string): Promise<string> {
  const environment = { BERTH_URL: api.url, BERTH_KEY: api.key, BERTH_CONFIG: '/nowhere/none.yaml' };
  const { code, out } = await berth(line, { environment });
  expect([line, code]).toEqual([line, 0]);
  return out;
}

const cli: Face = {
  createTeam: async (name) => void (await command(`teams create ${name}`)),
  addMember: async (team, subject) => {
    await command(`members add ${team} ${subject} --role editor`);
    const { items } = JSON.parse(await command(`members ${team} -o json`)) as { items: [{ issuer: string }] };
    return items[0];
  },
  createKey: (team, roles) => command(`keys create ${team} ci ${roles.map((role) => `--role ${role}`).join(' ')}`),
  revokeKey: async (team, id) => void (await command(`keys revoke ${team} ${id}`)),
  grant: async (cluster, team, namespace) =>
    /\(grant ([^)]+)\)/.exec(await command(`grants give ${team} viewer -c ${cluster} -n ${namespace}`))?.[1] ?? '',
  removeGrant: async (cluster, id) => void (await command(`grants remove ${id} -c ${cluster}`)),
  giveNamespace: async (cluster, namespace, team) =>
    void (await command(`grants namespace ${namespace} ${team} -c ${cluster}`)),
};

const bearer = (key: string): { readonly authorization: string } => ({ authorization: `Bearer ${key}` });
const idOf = (key: string): string => key.split('_')[1] ?? '';
const inNamespace = (name: string, namespace: string): object => ({ ...pod(name), metadata: { name, namespace } });

test.each<[string, Face]>([
  ['rest', rest],
  ['graphql', graphql],
  ['cli', cli],
])('the page, over %s', async (team, face) => {
  const pods = ['others', `${team}-shown`, `${team}-own`].map((namespace) => inNamespace('there', namespace));
  const cluster = await api.clusterId(node('n'), ...pods);
  await face.createTeam(team);
  expect((await face.addMember(team, 'ann')).issuer).toBe(ISSUER);
  const key = await face.createKey(team, ['editor', 'scheduler']);
  const whoami = await api.get('/v1/whoami').set(bearer(key)).expect(200);
  expect(whoami.body).toMatchObject({ team, roles: ['editor', 'scheduler'], actor: 'ci' });

  // What somebody may not see has never been, until it is shared.
  const at = `/v1/clusters/${cluster}`;
  const status = async (path: string): Promise<number> => (await api.get(`${at}${path}`).set(bearer(key))).status;
  expect(await status('')).toBe(404);
  const grant = await face.grant(cluster, team, `${team}-shown`);
  const shown = `/api/v1/namespaces/${team}-shown/pods`;
  expect([await status(''), await status(`${shown}/there`)]).toEqual([200, 200]);
  expect(await status('/api/v1/namespaces/others/pods/there')).toBe(404);
  // What is seen and may not be done.
  const write = (namespace: string): Promise<{ status: number }> =>
    api.post(`${at}/api/v1/namespaces/${namespace}/pods`).set(bearer(key)).send(inNamespace('new', namespace));
  expect((await write(`${team}-shown`)).status).toBe(403);
  await face.giveNamespace(cluster, `${team}-own`, team);
  expect((await write(`${team}-own`)).status).toBe(201);
  const { body } = await api.get(`${at}/namespaces/${team}-own/team`).set(bearer(key)).expect(200);
  expect(body).toEqual({ namespace: `${team}-own`, team });

  // Another of the same name replaces it.
  const next = await face.createKey(team, ['editor', 'scheduler']);
  await face.revokeKey(team, idOf(key));
  await api.get('/v1/whoami').set(bearer(key)).expect(401);
  await api.get('/v1/whoami').set(bearer(next)).expect(200);
  await face.removeGrant(cluster, grant);

  const { body: log } = await api.get('/v1/access-log?pageSize=12').expect(200);
  const entries = (log as { items: { team: string; action: string; details: object }[] }).items.reverse();
  const id = entries.find(({ action, details }) => action === 'team.created' && JSON.stringify(details).includes(team));
  const actions = entries.filter((entry) => entry.team === id?.team).map(({ action }) => action);
  expect(actions).toEqual([
    'team.created',
    'member.added',
    'key.created',
    'grant.created',
    'namespace.given',
    'key.created',
    'key.revoked',
    'grant.removed',
  ]);
  const { body: verdict } = await api.post('/v1/verifications').send({}).expect(200);
  expect(verdict).toMatchObject({ holds: true });
});

test('where the service trusts no issuer, a member says whose they are', async () => {
  const alone = await TestApi.start();
  try {
    const { body } = await alone.post('/v1/teams/default/members').send({ subject: 'ann', roles: ['viewer'] });
    expect(body).toMatchObject({ status: 400, code: 'INVALID_REQUEST', errors: [{ pointer: '/issuer' }] });
    const named = { issuer: ISSUER, subject: 'ann', roles: ['viewer'] };
    await alone.post('/v1/teams/default/members').send(named).expect(201);
  } finally {
    await alone.stop();
  }
});
