import { GraphqlApi, node, pod } from './graphql-api.js';

let api: GraphqlApi;
beforeAll(async () => {
  api = await GraphqlApi.ofTeam();
});
afterAll(() => api.stop());

const REFUSALS = `refusals { __typename code message path
  ... on ClusterNotFound { cluster } ... on ClusterNameTaken { name } ... on InvalidRequest { problems { field reason
  message } } ... on ObjectNotFound { object { kind namespace name } }
  ... on ObjectInvalid { problems { field reason message } } ... on ResourceVersionConflict { given current }
  ... on UidConflict { given current } ... on UnsupportedKind { kindName }
  ... on NothingToImport { kinds } ... on UnknownFields { faults }
  ... on ImportRejected { rejected { index kind name field message } } ... on ManifestsUnreadable { line }
  ... on IdempotencyKeyReused { key } }`;

const OPERATIONS = {
  createCluster: { type: 'CreateClusterInput', fields: 'cluster { id name revision traceBudget { keep nodes } }' },
  updateCluster: { type: 'UpdateClusterInput', fields: 'cluster { id name traceBudget { keep nodes } }' },
  deleteCluster: { type: 'DeleteClusterInput', fields: 'deletedClusterId' },
  importManifests: {
    type: 'ImportManifestsInput',
    fields: `report { revision created updated unchanged warnings { index field } rejected { index }
      ignored { index kind } dryRun warningCount changes { index name change } } cluster { name counts { nodes } }`,
  },
  applyObject: {
    type: 'ApplyObjectInput',
    fields: 'change warnings object { __typename id name namespace resourceVersion manifest }',
  },
  deleteObject: { type: 'DeleteObjectInput', fields: 'deletedObjectId object { name }' },
} as const;

async function call(name: keyof typeof OPERATIONS, input: object): ReturnType<GraphqlApi['data']> {
  const { type, fields } = OPERATIONS[name];
  return (
    await api.data(
      `mutation ($input: ${type}!) { ${name}(input: $input) { clientMutationId ${fields} ${REFUSALS} } }`,
      { input },
    )
  )[name];
}

test('a cluster is made, renamed and deleted, and its name is free again', async () => {
  const made = await call('createCluster', { name: 'life', clientMutationId: 'm1' });
  expect(made).toMatchObject({ clientMutationId: 'm1', cluster: { name: 'life', revision: '0' }, refusals: [] });
  const renamed = await call('updateCluster', { clusterId: made.cluster.id, name: 'life-2' });
  expect(renamed).toMatchObject({
    clientMutationId: null,
    cluster: { id: made.cluster.id, name: 'life-2' },
    refusals: [],
  });
  expect(await call('deleteCluster', { clusterId: 'life-2' })).toMatchObject({
    deletedClusterId: made.cluster.id,
    refusals: [],
  });
  expect(await api.data('query ($id: ID!) { node(id: $id) { id } }', { id: made.cluster.id })).toEqual({ node: null });
  expect(await call('createCluster', { name: 'life-2' })).toMatchObject({ refusals: [] });
});

test('the trace budget of a cluster is set and changed', async () => {
  const made = await call('createCluster', { name: 'thrifty', traceBudget: { keep: 'top', nodes: 20 } });
  expect(made.cluster.traceBudget).toEqual({ keep: 'top', nodes: 20 });
  const { id: clusterId } = made.cluster;
  expect(await call('updateCluster', { clusterId, traceBudget: { keep: 'none' } })).toMatchObject({
    cluster: { name: 'thrifty', traceBudget: { keep: 'none', nodes: null } },
  });
  expect(await call('updateCluster', { clusterId, name: 'thrift' })).toMatchObject({
    cluster: { name: 'thrift', traceBudget: { keep: 'none', nodes: null } },
  });
});

describe('refusals', () => {
  beforeAll(async () => {
    await api.cluster('kept', [node('n1')]);
  });

  test.each<[keyof typeof OPERATIONS, object, object]>([
    [
      'createCluster',
      { name: 'kept' },
      { __typename: 'ClusterNameTaken', code: 'CLUSTER_NAME_TAKEN', name: 'kept', path: ['input', 'name'] },
    ],
    [
      'createCluster',
      { name: 'No Name' },
      {
        __typename: 'InvalidRequest',
        code: 'INVALID_REQUEST',
        path: ['input', 'name'],
        problems: [{ field: 'name', reason: 'FieldValueInvalid' }],
      },
    ],
    [
      'createCluster',
      { name: 'x', traceBudget: { keep: 'top' } },
      {
        __typename: 'InvalidRequest',
        path: ['input', 'traceBudget', 'nodes'],
        problems: [{ field: 'traceBudget.nodes', reason: 'FieldValueRequired' }],
      },
    ],
    [
      'createCluster',
      { name: 'x', idempotencyKey: '' },
      { __typename: 'InvalidRequest', path: ['input', 'idempotencyKey'] },
    ],
    [
      'updateCluster',
      { clusterId: 'nobody', name: 'x' },
      { __typename: 'ClusterNotFound', code: 'CLUSTER_NOT_FOUND', cluster: 'nobody', path: ['input', 'clusterId'] },
    ],
    ['deleteCluster', { clusterId: 'nobody' }, { __typename: 'ClusterNotFound', code: 'CLUSTER_NOT_FOUND' }],
    ['importManifests', { clusterId: 'nobody', manifests: '' }, { __typename: 'ClusterNotFound' }],
    [
      'importManifests',
      { clusterId: 'kept', manifests: 'kind: [' },
      { __typename: 'ManifestsUnreadable', code: 'MANIFESTS_UNREADABLE', path: ['input', 'manifests'] },
    ],
    [
      'importManifests',
      { clusterId: 'kept', manifests: '' },
      { __typename: 'NothingToImport', code: 'NOTHING_TO_IMPORT', path: ['input', 'manifests'], kinds: [] },
    ],
    [
      'importManifests',
      { clusterId: 'kept', manifests: JSON.stringify(pod('p', { spec: { odd: 1 } })), onUnknown: 'abort' },
      { __typename: 'ImportRejected', rejected: [{ index: 0, field: 'spec.odd', message: 'unknown field' }] },
    ],
    [
      'applyObject',
      { clusterId: 'kept', manifest: { ...node('n'), odd: 1 }, fieldValidation: 'Strict' },
      { __typename: 'UnknownFields', code: 'UNKNOWN_FIELDS', faults: ['odd: unknown field'] },
    ],
    [
      'importManifests',
      { clusterId: 'kept', manifests: JSON.stringify(pod('P')) },
      {
        __typename: 'ImportRejected',
        code: 'IMPORT_REJECTED',
        rejected: [{ index: 0, kind: 'Pod', name: 'P', field: 'metadata.name' }],
      },
    ],
    ['applyObject', { clusterId: 'nobody', manifest: node('n') }, { __typename: 'ClusterNotFound' }],
    [
      'applyObject',
      { clusterId: 'kept', manifest: node('N') },
      {
        __typename: 'ObjectInvalid',
        code: 'OBJECT_INVALID',
        path: ['input', 'manifest', 'metadata', 'name'],
        problems: [{ field: 'metadata.name' }],
      },
    ],
    [
      'applyObject',
      { clusterId: 'kept', manifest: { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name: 's' } } },
      { __typename: 'UnsupportedKind', code: 'UNSUPPORTED_KIND', kindName: 'ComponentStatus' },
    ],
    [
      'applyObject',
      { clusterId: 'kept', manifest: 'a: 1\n---\nb: 2' },
      { __typename: 'InvalidRequest', path: ['input', 'manifest'] },
    ],
    ['applyObject', { clusterId: 'kept', manifest: 'a: [' }, { __typename: 'ManifestsUnreadable' }],
    [
      'applyObject',
      { clusterId: 'kept', manifest: { kind: 'Node' } },
      { __typename: 'InvalidRequest', path: ['input', 'manifest', 'apiVersion'] },
    ],
    [
      'deleteObject',
      { clusterId: 'kept', kind: 'Pod', name: 'none' },
      {
        __typename: 'ObjectNotFound',
        code: 'OBJECT_NOT_FOUND',
        object: { kind: 'Pod', namespace: 'default', name: 'none' },
      },
    ],
    ['deleteObject', { clusterId: 'kept', kind: 'ComponentStatus', name: 'none' }, { __typename: 'UnsupportedKind' }],
    [
      'deleteObject',
      { clusterId: 'kept', kind: 'Node', name: 'n1', resourceVersion: '999' },
      { __typename: 'ResourceVersionConflict', given: '999', current: '1' },
    ],
    [
      'deleteObject',
      { clusterId: 'kept', kind: 'Node', name: 'n1', uid: 'another' },
      { __typename: 'UidConflict', code: 'UID_CONFLICT', given: 'another' },
    ],
  ])('%s %j', async (name, input, refusal) => {
    const payload = await call(name, { ...input, clientMutationId: 'c' });
    expect(payload).toMatchObject({ clientMutationId: 'c', refusals: [refusal] });
    expect(payload.refusals[0].message).not.toBe('');
    expect(
      payload.cluster ??
        payload.object ??
        payload.report ??
        payload.deletedClusterId ??
        payload.deletedObjectId ??
        null,
    ).toBeNull();
  });
});

test('an import reports what it did', async () => {
  await api.cluster('imports', [node('n1')]);
  const secret = { apiVersion: 'v1', kind: 'ComponentStatus', metadata: { name: 's' } };
  const items = [node('n1'), node('n2'), secret, pod('p', { spec: { nodeName: 'gone' } }), pod('Bad')];
  const manifests = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  expect(await call('importManifests', { clusterId: 'imports', manifests, onError: 'skip' })).toMatchObject({
    report: {
      revision: '2',
      created: 2,
      updated: 0,
      unchanged: 1,
      warnings: [{ index: 3, field: 'spec.nodeName' }],
      rejected: [{ index: 4 }],
      ignored: [{ index: 2, kind: 'ComponentStatus' }],
    },
    cluster: { name: 'imports', counts: { nodes: 2 } },
    refusals: [],
  });
  expect(
    await call('importManifests', {
      clusterId: 'imports',
      manifests: 'apiVersion: v1\nkind: Node\nmetadata:\n  name: n3\n',
    }),
  ).toMatchObject({ report: { created: 1 }, refusals: [] });
});

test('a dry run of an import says what it would do', async () => {
  await api.cluster('dry', [node('n1')]);
  const manifests = JSON.stringify({ ...node('n2'), odd: 1 });
  expect(await call('importManifests', { clusterId: 'dry', manifests, dryRun: true })).toMatchObject({
    report: {
      dryRun: true,
      created: 1,
      warnings: [{ index: 0, field: 'odd' }],
      warningCount: 1,
      changes: [{ index: 0, name: 'n2', change: 'created' }],
    },
    cluster: { counts: { nodes: 1 } },
    refusals: [],
  });
});

test('fields of an applied object that are unknown or given twice are named', async () => {
  await api.cluster('judged');
  const manifest = 'apiVersion: v1\nkind: Node\nmetadata: {name: a, name: a}\nspec: {taint: []}\n';
  const warnings = [
    'metadata.name: is given twice: the last one counts',
    'spec.taint: unknown field, did you mean taints?',
  ];
  expect(await call('applyObject', { clusterId: 'judged', manifest })).toMatchObject({ change: 'created', warnings });
  expect(await call('applyObject', { clusterId: 'judged', manifest, fieldValidation: 'Ignore' })).toMatchObject({
    change: 'unchanged',
    warnings: [],
  });
});

test('an object is applied: made, left alone, replaced with its status, locked by its version', async () => {
  const clusterId = await api.cluster('apply');
  const made = await call('applyObject', { clusterId: 'apply', manifest: pod('p', { status: { phase: 'Running' } }) });
  expect(made).toMatchObject({
    change: 'created',
    object: { __typename: 'Pod', name: 'p', namespace: 'default', manifest: { status: { phase: 'Running' } } },
    refusals: [],
  });
  expect(await api.data('query ($id: ID!) { node(id: $id) { id } }', { id: made.object.id })).toEqual({
    node: { id: made.object.id },
  });
  const { manifest } = made.object;
  expect(await call('applyObject', { clusterId, manifest })).toMatchObject({
    change: 'unchanged',
    object: { resourceVersion: made.object.resourceVersion },
  });
  const labelled = { ...manifest, metadata: { ...manifest.metadata, labels: { a: 'b' } } };
  expect(await call('applyObject', { clusterId, manifest: labelled, dryRun: true })).toMatchObject({
    change: 'updated',
  });
  const replaced = await call('applyObject', { clusterId, manifest: labelled });
  expect(replaced).toMatchObject({
    change: 'updated',
    object: { manifest: { metadata: { uid: manifest.metadata.uid, labels: { a: 'b' } } } },
  });
  expect(await call('applyObject', { clusterId, manifest: labelled })).toMatchObject({
    object: null,
    change: null,
    refusals: [
      {
        __typename: 'ResourceVersionConflict',
        given: made.object.resourceVersion,
        current: replaced.object.resourceVersion,
      },
    ],
  });
  const yaml = 'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 10\n';
  expect(await call('applyObject', { clusterId, manifest: yaml })).toMatchObject({
    change: 'created',
    object: { __typename: 'ManifestObject', name: 'high', namespace: null },
  });
  expect(await call('deleteObject', { clusterId: 'apply', kind: 'Pod', name: 'p', dryRun: true })).toMatchObject({
    deletedObjectId: made.object.id,
  });
  expect(await call('deleteObject', { clusterId: 'apply', kind: 'Pod', name: 'p' })).toMatchObject({
    deletedObjectId: made.object.id,
    object: { name: 'p' },
    refusals: [],
  });
  expect(await call('deleteObject', { clusterId: 'apply', kind: 'Pod', name: 'p' })).toMatchObject({
    refusals: [{ __typename: 'ObjectNotFound' }],
  });
});

test.each<[keyof typeof OPERATIONS, object, object]>([
  ['createCluster', { name: 'once-made' }, { name: 'once-more' }],
  ['updateCluster', { clusterId: 'once', name: 'once' }, { clusterId: 'once', name: 'twice' }],
  [
    'importManifests',
    { clusterId: 'once', manifests: JSON.stringify(node('i')) },
    { clusterId: 'once', manifests: JSON.stringify(node('once')) },
  ],
  ['applyObject', { clusterId: 'once', manifest: node('a') }, { clusterId: 'once', manifest: node('b') }],
  ['deleteObject', { clusterId: 'once', kind: 'Node', name: 'n1' }, { clusterId: 'once', kind: 'Node', name: 'n2' }],
  ['deleteCluster', { clusterId: 'once' }, { clusterId: 'kept' }],
])('%s with a key happens once; the key is for nothing else', async (name, input, other) => {
  if (name === 'createCluster') await api.cluster('once', [node('n1')]);
  const idempotencyKey = `key of ${name}`;
  const first = await call(name, { ...input, idempotencyKey, clientMutationId: '1' });
  const again = await call(name, { ...input, idempotencyKey, clientMutationId: '2' });
  expect(first.refusals).toEqual([]);
  expect({ ...again, clientMutationId: '1' }).toEqual(first);
  expect((await call(name, { ...other, idempotencyKey })).refusals).toMatchObject([
    { __typename: 'IdempotencyKeyReused', code: 'IDEMPOTENCY_KEY_REUSED', key: idempotencyKey },
  ]);
});

test('what was applied is answered again under its key when the cluster is gone', async () => {
  const clusterId = await api.cluster('soon-gone', [node('n1')]);
  const input = { clusterId, manifest: node('a'), idempotencyKey: 'key of what is gone' };
  const first = await call('applyObject', input);
  expect(first.refusals).toEqual([]);
  await call('deleteCluster', { clusterId });
  expect(await call('applyObject', input)).toEqual(first);
});
