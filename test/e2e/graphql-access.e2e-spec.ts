import type { Response } from 'supertest';
import { GraphqlApi, pod } from './graphql-api.js';

/** JSON whose shape the query decides. */
type Answer = Response['body'];

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.start();
  await api.cluster('refusing');
});
afterAll(() => api.stop());

const REFUSALS = 'refusals { __typename code path }';

const MUTATIONS = {
  createTeam: `team { id uid name createdBy }`,
  addMember: `member { id issuer subject roles }`,
  removeMember: `member { id subject }`,
  createKey: `key apiKey { id name roles clusterId namespace expiresAt revokedAt lastUsedAt }`,
  revokeKey: `apiKey { id revokedAt }`,
  createGrant: `grant { id team role namespace }`,
  removeGrant: `grant { id team }`,
  setNamespaceTeam: `namespaceTeam { namespace team }`,
};

type Name = keyof typeof MUTATIONS;

const mutation = (name: Name): string => {
  const input = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${input}!) { ${name}(input: $input) { clientMutationId ${MUTATIONS[name]} ${REFUSALS} } }`;
};

/** What a mutation answers, as whoever has the key; as the first admin without one. */
async function changed(name: Name, input: object, key?: string): Promise<Answer> {
  const call = api.post({ query: mutation(name), variables: { input } });
  const { body } = await (key === undefined ? call : call.set('authorization', `Bearer ${key}`));
  if (body.errors !== undefined) throw new Error(body.errors[0].extensions.code as string);
  return body.data[name];
}

/** The data of a query as whoever has the key. */
async function asked(key: string, query: string, variables: object = {}): Promise<Answer> {
  const { body } = await api.post({ query, variables }).set('authorization', `Bearer ${key}`);
  if (body.errors !== undefined) throw new Error(body.errors[0].extensions.code as string);
  return body.data;
}

/** A team with a key of its own. */
async function team(name: string, roles: readonly string[]): Promise<{ readonly id: string; readonly key: string }> {
  const { team: made } = await changed('createTeam', { name });
  const { key } = await changed('createKey', { teamId: name, name: 'first', roles });
  return { id: made.id, key };
}

test('teams, their members and their keys are made, read and taken back', async () => {
  const made = await changed('createTeam', { name: 'shop', clientMutationId: 'm' });
  expect(made).toMatchObject({ clientMutationId: 'm', team: { name: 'shop' }, refusals: [] });
  const { id: teamId } = made.team;
  const ann = { teamId, issuer: 'https://id.example', subject: 'ann', roles: ['editor', 'viewer'] };
  const { member } = await changed('addMember', ann);
  const { apiKey, key } = await changed('createKey', { teamId, name: 'ci', roles: ['editor'], expiresInDays: 7 });
  expect(member).toMatchObject({ subject: 'ann', roles: ['editor', 'viewer'] });
  expect(apiKey).toMatchObject({ name: 'ci', roles: ['editor'], clusterId: null, revokedAt: null, lastUsedAt: null });
  expect(key).toMatch(/^berth_/);

  const query = `query ($id: ID!) { team(id: $id) { name members { edges { node { subject } } }
    keys { edges { node { id name } } } } node(id: $id) { ... on Team { name } } }`;
  const read = await api.data(query, { id: teamId });
  expect(read).toEqual({
    team: {
      name: 'shop',
      members: { edges: [{ node: { subject: 'ann' } }] },
      keys: { edges: [{ node: { id: apiKey.id, name: 'ci' } }] },
    },
    node: { name: 'shop' },
  });
  expect(JSON.stringify(read)).not.toContain(key);

  const { id: keyId } = apiKey;
  expect((await asked(key, '{ whoami { principal team roles } }')).whoami).toEqual({
    principal: `key:${keyId}`,
    team: 'shop',
    roles: ['editor'],
  });
  const revoked = await changed('revokeKey', { teamId, keyId });
  expect(revoked.apiKey).toMatchObject({ id: keyId, revokedAt: expect.any(String) });
  await expect(asked(key, '{ whoami { team } }')).rejects.toThrow('UNAUTHENTICATED');
  const { id: memberId } = member;
  expect(await changed('removeMember', { teamId, memberId })).toMatchObject({ member: { subject: 'ann' } });
});

test.each<[Name, object, string, readonly string[]]>([
  ['createTeam', { name: 'default' }, 'TEAM_NAME_TAKEN', ['input', 'name']],
  ['createTeam', { name: 'No Label' }, 'INVALID_REQUEST', ['input', 'name']],
  ['createKey', { teamId: 'none', name: 'k', roles: ['viewer'] }, 'TEAM_NOT_FOUND', ['input', 'teamId']],
  ['createKey', { teamId: 'default', name: 'k', roles: [] }, 'INVALID_REQUEST', ['input', 'roles']],
  [
    'createKey',
    { teamId: 'default', name: 'k', roles: ['viewer'], namespace: 'n' },
    'INVALID_REQUEST',
    ['input', 'namespace'],
  ],
  ['revokeKey', { teamId: 'default', keyId: 'none' }, 'KEY_NOT_FOUND', ['input', 'keyId']],
  ['removeMember', { teamId: 'default', memberId: 'none' }, 'MEMBER_NOT_FOUND', ['input', 'memberId']],
  ['createGrant', { clusterId: 'none', team: 'default', role: 'viewer' }, 'CLUSTER_NOT_FOUND', ['input', 'clusterId']],
  ['removeGrant', { clusterId: 'refusing', grantId: 'none' }, 'GRANT_NOT_FOUND', ['input', 'grantId']],
  ['createGrant', { clusterId: 'refusing', team: 'none', role: 'viewer' }, 'TEAM_UNKNOWN', ['input', 'team']],
  ['setNamespaceTeam', { clusterId: 'refusing', namespace: 'a', team: 'none' }, 'TEAM_UNKNOWN', ['input', 'team']],
])('%s of %j is refused', async (name, input, code, path) => {
  const { refusals } = await changed(name, input);
  expect(refusals).toMatchObject([{ code, path }]);
});

test('a cluster is shared, and a namespace of it given', async () => {
  const { id: teamId, key } = await team('guests', ['editor']);
  const clusterId = await api.cluster('shared', [pod('p')]);
  const query = `query ($id: ID!) { cluster(id: $id) { name pods { edges { node { name } } }
    namespaceTeam(namespace: "default") { team } } }`;
  expect(await asked(key, query, { id: clusterId })).toEqual({ cluster: null });

  const { grant } = await changed('createGrant', { clusterId, team: teamId, role: 'viewer' });
  expect(grant).toMatchObject({ team: 'guests', role: 'viewer', namespace: null });
  expect(await asked(key, query, { id: clusterId })).toEqual({
    cluster: { name: 'shared', pods: { edges: [] }, namespaceTeam: null },
  });
  const given = await changed('setNamespaceTeam', { clusterId, namespace: 'default', team: teamId });
  expect(given.namespaceTeam).toEqual({ namespace: 'default', team: 'guests' });
  expect(await asked(key, query, { id: clusterId })).toMatchObject({
    cluster: { pods: { edges: [{ node: { name: 'p' } }] }, namespaceTeam: { team: 'guests' } },
  });

  const { cluster } = await api.data('{ cluster(name: "shared") { grants { edges { node { id team role } } } } }');
  const { id: grantId } = grant;
  expect(cluster.grants.edges).toEqual([{ node: { id: grantId, team: 'guests', role: 'viewer' } }]);
  const grants = 'query ($id: ID!) { cluster(id: $id) { grants { edges { node { id } } } } }';
  await expect(asked(key, grants, { id: clusterId })).rejects.toThrow('FORBIDDEN');
  await changed('setNamespaceTeam', { clusterId, namespace: 'default', team: 'default' });
  expect(await changed('removeGrant', { clusterId, grantId })).toMatchObject({ grant: { id: grantId } });
  expect(await asked(key, query, { id: clusterId })).toEqual({ cluster: null });
});

test('what is of another team is not there, and who may not hears it', async () => {
  const { id: foreign } = await team('foreign', ['viewer']);
  const { key: admin } = await team('keepers', ['admin']);
  const { key: viewer } = await team('watchers', ['viewer']);
  const query = 'query ($id: ID!) { team(id: $id) { name } node(id: $id) { id } }';
  expect(await asked(admin, query, { id: foreign })).toEqual({ team: null, node: null });
  const { teams } = await asked(admin, '{ teams { edges { node { name } } } }');
  expect(teams).toEqual({ edges: [{ node: { name: 'keepers' } }] });
  const other = { teamId: foreign, name: 'k', roles: ['viewer'] };
  expect((await changed('createKey', other, admin)).refusals).toMatchObject([{ code: 'TEAM_NOT_FOUND' }]);
  const auditor = { teamId: 'keepers', name: 'k', roles: ['auditor'] };
  await expect(changed('createKey', auditor, admin)).rejects.toThrow('FORBIDDEN');
  await expect(changed('createTeam', { name: 'more' }, admin)).rejects.toThrow('FORBIDDEN');
  await expect(asked(admin, '{ accessLog { edges { cursor } } }')).rejects.toThrow('FORBIDDEN');
  await expect(asked(viewer, '{ teams { edges { cursor } } }')).rejects.toThrow('FORBIDDEN');
  await expect(asked(viewer, query, { id: foreign })).rejects.toThrow('FORBIDDEN');
});

test('lists run forward by their cursors, and the log is newest first', async () => {
  for (const name of ['page-a', 'page-b', 'page-c']) await changed('createTeam', { name });
  const query = `query ($after: String) { teams(first: 2, after: $after) {
    edges { node { name } } pageInfo { hasNextPage endCursor } } }`;
  const names: string[] = [];
  let after: string | null = null;
  do {
    const { teams } = await api.data(query, { after });
    names.push(...teams.edges.map(({ node }: { node: { name: string } }) => node.name));
    after = teams.pageInfo.hasNextPage ? teams.pageInfo.endCursor : null;
  } while (after !== null);
  expect(names).toEqual([...names].sort());
  expect(names).toEqual(expect.arrayContaining(['default', 'page-a', 'page-b', 'page-c']));
  const { error } = await api.error('{ teams(last: 2) { edges { cursor } } }');
  expect(error.message).toContain('this list runs forward only');
  const { accessLog } = await api.data('{ accessLog(first: 2) { edges { node { action details principal } } } }');
  expect(accessLog.edges.map(({ node }: never) => node)).toMatchObject([
    { action: 'team.created', details: { name: 'page-c' }, principal: expect.stringMatching(/^key:/) },
    { action: 'team.created', details: { name: 'page-b' } },
  ]);
});
