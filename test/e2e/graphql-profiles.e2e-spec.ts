import { GraphqlApi } from './graphql-api.js';

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.ofTeam();
});
afterAll(() => api.stop());

const PROFILE = 'id name version digest config ignored { field message } createdAt resourceVersion changedAt changedBy';
const REFUSALS = `refusals { __typename code message path ... on ProfileInvalid { problems { field reason message } }
  ... on ConfigurationInvalid { problems { field } }
  ... on ProfileModified { given current } ... on ProfileUnknown { name } ... on IdempotencyKeyReused { key } }`;

const OPERATIONS = {
  createProfile: `profile { ${PROFILE} }`,
  updateProfile: `profile { ${PROFILE} }`,
  deleteProfile: `profile { ${PROFILE} }`,
  importSchedulerConfiguration: `report { revision created updated unchanged profiles { id name version }
    ignored { field message } }`,
} as const;

type Operation = keyof typeof OPERATIONS;

async function call(name: Operation, input: object): ReturnType<GraphqlApi['data']> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return (
    await api.data(
      `mutation ($input: ${type}!) { ${name}(input: $input) { clientMutationId ${OPERATIONS[name]} ${REFUSALS} } }`,
      { input },
    )
  )[name];
}

const packing = (type: string): object => ({
  schedulerName: 'packing',
  pluginConfig: [
    { name: 'NodeResourcesFit', args: { scoringStrategy: { type, resources: [{ name: 'cpu', weight: 1 }] } } },
  ],
});
const HEADER = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };

test('a profile lives: made, read, changed, found again by its id, deleted', async () => {
  const clusterId = await api.cluster('life');
  const { profile: made } = await call('createProfile', { clusterId, profile: packing('MostAllocated') });
  expect(made).toMatchObject({
    name: 'packing',
    version: 1,
    resourceVersion: '1',
    config: { source: packing('MostAllocated') },
    ignored: [],
  });
  const { profile: changed, refusals } = await call('updateProfile', {
    clusterId: 'life',
    name: 'packing',
    profile: packing('LeastAllocated'),
    resourceVersion: '1',
    clientMutationId: 'm',
  });
  expect([changed, refusals]).toMatchObject([{ version: 2, resourceVersion: '2' }, []]);
  const { cluster } = await api.data(`{ cluster(name: "life") {
    profile(name: "packing") { ${PROFILE} versions(first: 1) { totalCount pageInfo { hasNextPage endCursor }
    edges { node { version resourceVersion changedAt changedBy } } } }
    first: profile(name: "packing", version: 1) { id } none: profile(name: "none") { id }
    third: profile(name: "packing", version: 3) { id }
    profiles(first: 1) { totalCount pageInfo { endCursor hasNextPage } edges { node { name } } } } }`);
  const { versions, ...present } = cluster.profile;
  expect(present).toEqual(changed);
  expect(versions).toMatchObject({
    totalCount: 2,
    pageInfo: { hasNextPage: true },
    edges: [{ node: { version: 2, resourceVersion: null, changedAt: null, changedBy: null } }],
  });
  expect(cluster).toMatchObject({
    first: { id: made.id },
    none: null,
    third: null,
    profiles: { totalCount: 2, edges: [{ node: { name: 'default-scheduler' } }] },
  });
  const { cluster: rest } = await api.data(
    `query ($a: String, $b: String) { cluster(name: "life") { profiles(after: $a) { pageInfo { hasNextPage }
    edges { node { name } } }
    profile(name: "packing") { versions(after: $b) { edges { node { version } } } } } }`,
    { a: cluster.profiles.pageInfo.endCursor, b: versions.pageInfo.endCursor },
  );
  expect(rest).toEqual({
    profiles: { pageInfo: { hasNextPage: false }, edges: [{ node: { name: 'packing' } }] },
    profile: { versions: { edges: [{ node: { version: 1 } }] } },
  });
  expect((await call('deleteProfile', { clusterId, name: 'packing' })).profile).toEqual(changed);
  expect(
    await api.data('query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Profile { version } } }', {
      ids: [made.id, changed.id],
    }),
  ).toEqual({
    nodes: [
      { id: made.id, version: 1 },
      { id: changed.id, version: 2 },
    ],
  });
});

test('a list goes on behind a profile that has changed since', async () => {
  const clusterId = await api.cluster('pages');
  for (const schedulerName of ['a', 'b']) await call('createProfile', { clusterId, profile: { schedulerName } });
  const page = `query ($after: String) { cluster(name: "pages") { profiles(first: 1, after: $after) { pageInfo {
    endCursor } edges { node { name } } } } }`;
  const {
    cluster: { profiles: first },
  } = await api.data(page, { after: null });
  await call('updateProfile', { clusterId, name: 'a', profile: { ...packing('LeastAllocated'), schedulerName: 'a' } });
  const {
    cluster: { profiles: second },
  } = await api.data(page, { after: first.pageInfo.endCursor });
  expect([first.edges, second.edges]).toEqual([[{ node: { name: 'a' } }], [{ node: { name: 'b' } }]]);
});

test('a configuration is imported, as JSON or as text', async () => {
  await api.cluster('imports');
  const configuration = { ...HEADER, parallelism: 2, profiles: [packing('MostAllocated')] };
  const report = {
    revision: '1',
    created: 1,
    updated: 0,
    unchanged: 0,
    profiles: [{ name: 'packing', version: 1 }],
    ignored: [{ field: 'configuration.parallelism', message: 'no decision depends on it' }],
  };
  expect(await call('importSchedulerConfiguration', { clusterId: 'imports', configuration })).toMatchObject({
    report,
    refusals: [],
  });
  const text = `apiVersion: ${HEADER.apiVersion}\nkind: ${HEADER.kind}\nprofiles: [{schedulerName: packing}]\n`;
  expect(await call('importSchedulerConfiguration', { clusterId: 'imports', configuration: text })).toMatchObject({
    report: { revision: '2', updated: 1, ignored: [] },
  });
});

describe('refusals', () => {
  beforeAll(async () => {
    await api.cluster('kept');
    await call('createProfile', { clusterId: 'kept', profile: packing('MostAllocated') });
  });

  test.each<[Operation, object, object]>([
    [
      'createProfile',
      { clusterId: 'nobody', profile: packing('MostAllocated') },
      { __typename: 'ClusterNotFound', path: ['input', 'clusterId'] },
    ],
    [
      'createProfile',
      { clusterId: 'kept', profile: packing('MostAllocated') },
      {
        __typename: 'ProfileAlreadyExists',
        code: 'PROFILE_ALREADY_EXISTS',
        path: ['input', 'profile', 'schedulerName'],
      },
    ],
    [
      'createProfile',
      { clusterId: 'kept', profile: {} },
      { __typename: 'ProfileInvalid', path: ['input', 'profile', 'schedulerName'] },
    ],
    [
      'createProfile',
      { clusterId: 'kept', profile: { schedulerName: 'x', plugins: { scores: {} } } },
      {
        __typename: 'ProfileInvalid',
        path: ['input', 'profile', 'plugins', 'scores'],
        problems: [{ field: 'profile.plugins.scores', message: 'unknown field "profile.plugins.scores"' }],
      },
    ],
    [
      'updateProfile',
      { clusterId: 'kept', name: 'none', profile: {} },
      { __typename: 'ProfileUnknown', name: 'none', path: ['input', 'name'] },
    ],
    [
      'updateProfile',
      { clusterId: 'kept', name: 'packing', profile: {}, resourceVersion: '7' },
      {
        __typename: 'ProfileModified',
        code: 'PROFILE_MODIFIED',
        given: '7',
        current: '1',
        path: ['input', 'resourceVersion'],
      },
    ],
    [
      'updateProfile',
      { clusterId: 'kept', name: 'packing', profile: { schedulerName: 'other' } },
      { __typename: 'ProfileInvalid', path: ['input', 'profile', 'schedulerName'] },
    ],
    ['deleteProfile', { clusterId: 'kept', name: 'none' }, { __typename: 'ProfileUnknown' }],
    [
      'deleteProfile',
      { clusterId: 'kept', name: 'default-scheduler' },
      { __typename: 'DefaultProfileKept', code: 'DEFAULT_PROFILE_KEPT', path: ['input', 'name'] },
    ],
    ['deleteProfile', { clusterId: 'kept', name: 'packing', resourceVersion: '7' }, { __typename: 'ProfileModified' }],
    [
      'importSchedulerConfiguration',
      { clusterId: 'kept', configuration: { ...HEADER, extenders: [{}] } },
      {
        __typename: 'ConfigurationInvalid',
        code: 'SCHEDULER_CONFIGURATION_INVALID',
        path: ['input', 'configuration', 'extenders', '0', 'urlPrefix'],
        problems: [{ field: 'configuration.extenders[0].urlPrefix' }],
      },
    ],
    [
      'importSchedulerConfiguration',
      { clusterId: 'kept', configuration: 'a: [' },
      { __typename: 'InvalidRequest', path: ['input', 'configuration'] },
    ],
    [
      'importSchedulerConfiguration',
      { clusterId: 'kept', configuration: '' },
      { __typename: 'InvalidRequest', message: 'the request is not valid: configuration: must be one object, not 0' },
    ],
  ])('%s %j', async (name, input, refusal) => {
    const payload = await call(name, { ...input, clientMutationId: 'c' });
    expect(payload).toMatchObject({ clientMutationId: 'c', refusals: [refusal] });
    expect(payload.profile ?? payload.report ?? null).toBeNull();
  });
});

test.each(['a\0b', '\ud800'])(
  'text that is not kept anywhere is refused before anything is asked: %j',
  async (name) => {
    const refused = call('createProfile', { clusterId: 'kept', profile: { schedulerName: name } });
    await expect(refused).rejects.toThrow(/INVALID_QUERY/);
    await expect(refused).rejects.toThrow(/input.profile.schedulerName: Forbidden/);
  },
);

test.each<[Operation, object, object]>([
  ['createProfile', { profile: packing('MostAllocated') }, { profile: packing('LeastAllocated') }],
  ['updateProfile', { name: 'packing', profile: {} }, { name: 'packing', profile: packing('LeastAllocated') }],
  [
    'importSchedulerConfiguration',
    { configuration: HEADER },
    { configuration: { ...HEADER, profiles: [{ schedulerName: 'x' }] } },
  ],
  ['deleteProfile', { name: 'packing' }, { name: 'default-scheduler' }],
])('%s with a key happens once; the key is for nothing else', async (name, input, other) => {
  if (name === 'createProfile') await api.cluster('once');
  const idempotencyKey = `key of ${name}`;
  const first = await call(name, { clusterId: 'once', ...input, idempotencyKey });
  expect(first.refusals).toEqual([]);
  expect(await call(name, { clusterId: 'once', ...input, idempotencyKey })).toEqual(first);
  expect((await call(name, { clusterId: 'once', ...other, idempotencyKey })).refusals).toMatchObject([
    { __typename: 'IdempotencyKeyReused', key: idempotencyKey },
  ]);
});
