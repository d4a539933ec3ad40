import { ok } from '#requests';
import type { Manifest } from '#rows';
import { CALLER, kindNamed, manifest, node, pod, TestServices, valueOf } from '#test-services';

let services: TestServices;
let cluster: string;
beforeAll(async () => {
  services = await TestServices.create();
  cluster = await services.clusterOf();
});
afterAll(() => services.drop());

const pods = (namespace = 'default') => ({ cluster, kind: kindNamed('Pod'), namespace });
const nodes = () => ({ cluster, kind: kindNamed('Node'), namespace: '' });
const namespaces = () => ({ cluster, kind: kindNamed('Namespace'), namespace: '' });
const create = (object: object, options = {}) => services.objects.create(CALLER, pods(), manifest(object), options);
const put = async (...request: Parameters<TestServices['objects']['replace']>) => {
  const replaced = await services.objects.replace(...request);
  return replaced.refused ? replaced : ok(replaced.value.object);
};
const named = (metadata: object) => ({ ...pod('p'), metadata: { namespace: 'default', ...metadata } });

test('a new object gets what the server owns, and its position as its version', async () => {
  const made = valueOf(
    await create({
      ...named({ name: 'new', uid: 'mine', resourceVersion: '0', creationTimestamp: '2001-01-01T00:00:00Z' }),
      status: { phase: 'Running' },
    }),
  );
  expect(made.metadata).toMatchObject({
    name: 'new',
    generation: 1,
    resourceVersion: await services.position(cluster),
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(made.metadata.creationTimestamp?.startsWith('2001')).toBe(false);
  expect(made.status).toMatchObject({ phase: 'Pending' });
  expect(valueOf(await services.objects.get(CALLER, pods(), 'new'))).toEqual(made);
  expect(await create(named({ name: 'new' }))).toMatchObject({
    refused: true,
    refusal: { kind: 'ObjectAlreadyExists', object: { name: 'new' } },
  });
});

test('a new object must not have a version, but for a dry run', async () => {
  const versioned = named({ name: 'versioned', resourceVersion: '7' });
  expect(await create(versioned)).toMatchObject({ refused: true, refusal: { kind: 'VersionOnCreation' } });
  expect(valueOf(await create(versioned, { dryRun: true })).metadata.name).toBe('versioned');
});

test('of some kinds a replacement creates what is not there, and names the version of what is', async () => {
  const leases = { cluster, kind: kindNamed('Lease'), namespace: 'default' };
  const lease = (metadata: object) =>
    manifest({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { namespace: 'default', ...metadata } });
  const put = async (metadata: object) => services.objects.replace(CALLER, leases, lease({ name: 'l', ...metadata }));
  const made = valueOf(await put({}));
  expect(made).toMatchObject({ isNew: true, object: { metadata: { name: 'l' } } });
  const { resourceVersion } = made.object.metadata;
  for (const version of [{}, { resourceVersion: '0' }])
    expect(await put(version)).toMatchObject({
      refusal: { kind: 'ObjectInvalid', object: { kind: 'leases' }, problems: [{ field: 'metadata.resourceVersion' }] },
    });
  expect(await put({ name: 'other', uid: 'x' })).toMatchObject({ refusal: { kind: 'UidConflict', current: '' } });
  expect(valueOf(await put({ name: 'gone', resourceVersion: '5' }))).toMatchObject({ isNew: true });
  const labels = { a: 'b' };
  expect(valueOf(await put({ resourceVersion, labels }))).toMatchObject({
    isNew: false,
    object: { metadata: { labels } },
  });
  expect(await services.objects.replace(CALLER, pods(), manifest(named({ name: 'absent' })))).toMatchObject({
    refusal: { kind: 'ObjectNotFound' },
  });
});

test('an update sets neither the end of an object nor its generation', async () => {
  const made = valueOf(await create(named({ name: 'endless' })));
  const metadata = { ...made.metadata, generation: 40 };
  expect(valueOf(await put(CALLER, pods(), { ...made, metadata })).metadata.generation).toBe(1);
  const ending = { ...metadata, deletionTimestamp: '2030-01-01T00:00:00Z' };
  expect(await put(CALLER, pods(), { ...made, metadata: ending })).toMatchObject({
    refusal: { kind: 'ObjectInvalid', problems: [{ field: 'metadata.deletionTimestamp' }, {}] },
  });
});

test('generateName draws a name, and another one each time', async () => {
  const drawn = await Promise.all(
    [1, 2, 3].map(async () => valueOf(await create(named({ generateName: 'job-' }))).metadata.name),
  );
  for (const name of drawn) expect(name).toMatch(/^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  expect(new Set(drawn).size).toBe(3);
});

test('an object that is rejected before it gets its name is reported with the prefix', async () => {
  const object = manifest(pod('p', {}, { priorityClassName: 'none' }));
  const unnamed = { ...object, metadata: { namespace: 'default', generateName: 'job-' } } as typeof object;
  expect(await services.objects.create(CALLER, pods(), unnamed)).toMatchObject({
    refusal: { kind: 'ObjectForbidden', step: 'Priority', object: { name: 'job-' } },
  });
});

test('a namespace that is not there is refused, and `default` is made when it is first needed', async () => {
  const fresh = await services.clusterOf();
  const inFresh = (namespace: string) => ({ ...pods(namespace), cluster: fresh });
  const missing = await services.objects.create(
    CALLER,
    inFresh('nowhere'),
    manifest({ ...pod('p'), metadata: { name: 'p', namespace: 'nowhere' } }),
  );
  expect(missing).toEqual({
    refused: true,
    refusal: {
      kind: 'ObjectNotFound',
      object: { apiVersion: 'v1', kind: 'Namespace', namespace: '', name: 'nowhere' },
    },
  });
  expect(await services.position(fresh)).toBe('0');
  expect(
    valueOf(await services.objects.create(CALLER, inFresh('default'), manifest(pod('p')))).metadata.resourceVersion,
  ).toBe('2');
  expect(valueOf(await services.objects.get(CALLER, { ...namespaces(), cluster: fresh }, 'default'))).toMatchObject({
    status: { phase: 'Active' },
  });
});

test('a stale resourceVersion and another uid are refused, and the log stays', async () => {
  const made = valueOf(await create(named({ name: 'guarded' })));
  const before = await services.position(cluster);
  const replace = (metadata: object) =>
    put(CALLER, pods(), { ...made, metadata: { ...made.metadata, labels: { a: 'b' }, ...metadata } });
  expect(await replace({ resourceVersion: '1' })).toMatchObject({
    refused: true,
    refusal: { kind: 'ResourceVersionConflict', given: '1', current: made.metadata.resourceVersion },
  });
  expect(await replace({ uid: 'other' })).toMatchObject({
    refused: true,
    refusal: { kind: 'UidConflict', given: 'other', current: made.metadata.uid },
  });
  expect(await services.position(cluster)).toBe(before);
  expect(valueOf(await replace({})).metadata.labels).toEqual({ a: 'b' });
});

test('a dry run answers as the write would, and keeps nothing', async () => {
  const before = await services.position(cluster);
  const { metadata } = valueOf(await create(named({ name: 'dry' }), { dryRun: true }));
  expect([metadata.name, metadata.resourceVersion]).toEqual(['dry', undefined]);
  expect(await services.objects.get(CALLER, pods(), 'dry')).toMatchObject({
    refused: true,
    refusal: { kind: 'ObjectNotFound' },
  });
  expect(await services.position(cluster)).toBe(before);
});

test('the status and the spec are changed through paths of their own', async () => {
  const made = valueOf(await services.objects.create(CALLER, nodes(), manifest(node('split', { cpu: '2' }))));
  const changed = {
    ...made,
    metadata: { ...made.metadata, labels: { zone: 'a' } },
    status: { ...made.status, capacity: { cpu: '9' }, allocatable: { cpu: '9' } },
  };
  const main = valueOf(
    await put(CALLER, nodes(), { ...changed, metadata: { ...changed.metadata, resourceVersion: '' } }),
  );
  expect([main.metadata.labels, main.status]).toEqual([{ zone: 'a' }, made.status]);
  const relabelled = { ...main, metadata: { ...main.metadata, labels: { zone: 'b' } }, status: changed.status };
  const status = valueOf(await put(CALLER, nodes(), relabelled, { subresource: 'status' }));
  expect([status.metadata.labels, status.status?.['capacity']]).toEqual([{ zone: 'b' }, { cpu: '9', pods: '110' }]);
});

test('a change that changes nothing leaves the log alone; only a changed spec counts a generation', async () => {
  const made = valueOf(await create(named({ name: 'steady' })));
  const before = await services.position(cluster);
  expect(valueOf(await put(CALLER, pods(), made))).toEqual(made);
  expect(await services.position(cluster)).toBe(before);
  const labelled = valueOf(await put(CALLER, pods(), { ...made, metadata: { ...made.metadata, labels: { a: 'b' } } }));
  expect([labelled.metadata.generation, labelled.metadata.creationTimestamp]).toEqual([
    1,
    made.metadata.creationTimestamp,
  ]);
  const spec = {
    ...labelled.spec,
    tolerations: [
      ...((labelled.spec?.['tolerations'] as object[] | undefined) ?? []),
      { key: 'a', operator: 'Exists' },
    ],
  };
  expect(valueOf(await put(CALLER, pods(), { ...labelled, spec })).metadata.generation).toBe(2);
});

test('without controllers, the first update of a claim or of a job without labels is always written', async () => {
  const { id } = valueOf(await services.clusters.create(CALLER, { name: 'first-updates', controllers: 'none' }));
  const meta = (name: string, labels?: object) => ({ name, namespace: 'default', ...(labels && { labels }) });
  const job = (metadata: object) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'app:1' }] } } },
  });
  const storage = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const written = async (kind: string, object: object) => {
    const target = { cluster: id, kind: kindNamed(kind), namespace: 'default' };
    const made = valueOf(await services.objects.create(CALLER, target, manifest(object)));
    const first = valueOf(await put(CALLER, target, made));
    const second = valueOf(await put(CALLER, target, first));
    const version = { resourceVersion: '' };
    expect({ ...first, metadata: { ...first.metadata, ...version } }).toEqual({
      ...made,
      metadata: { ...made.metadata, ...version },
    });
    expect(second).toEqual(first);
    return first.metadata.resourceVersion !== made.metadata.resourceVersion;
  };
  expect([
    await written('PersistentVolumeClaim', {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: meta('data'),
      spec: storage,
    }),
    await written('Job', job(meta('bare'))),
    await written('Job', job(meta('labelled', { app: 'a' }))),
    await written('Pod', pod('p')),
  ]).toEqual([true, true, false, false]);
});

test('texts that PostgreSQL cannot look for are not found, and not kept', async () => {
  expect(await services.objects.get(CALLER, pods(), 'a\0b')).toMatchObject({
    refused: true,
    refusal: { kind: 'ObjectNotFound' },
  });
  expect(await services.clusters.get(CALLER, 'a\0b')).toMatchObject({
    refused: true,
    refusal: { kind: 'ClusterNotFound' },
  });
  expect(await create(named({ name: 'a\0b' }))).toMatchObject({
    refused: true,
    refusal: { kind: 'ObjectInvalid', problems: [{ field: 'metadata.name' }] },
  });
});

describe('what was addressed cannot be changed', () => {
  const fields = async (outcome: Promise<unknown>) => {
    const { refusal } = (await outcome) as { refusal?: { kind: string; problems?: { field: string }[] } };
    return [refusal?.kind, refusal?.problems?.map(({ field }) => field)];
  };
  let made: Manifest;
  beforeAll(async () => {
    made = valueOf(await create(named({ name: 'fixed' })));
  });

  test.each<[string, unknown, string[]]>([
    ['its kind', { kind: 'Node' }, ['kind']],
    ['its version', { apiVersion: 'v2' }, ['apiVersion']],
    ['its name', { metadata: { name: 'other' } }, ['metadata.name']],
    ['its namespace', { metadata: { namespace: 'kube-system' } }, ['metadata.namespace']],
    ['its metadata, away', { metadata: null }, ['metadata']],
    ['itself, into a text', 'text', ['']],
  ])('by a patch: %s', async (_, patch, wanted) => {
    const merge = services.objects.patch(CALLER, pods(), { name: 'fixed', patch: { type: 'merge', patch } });
    expect(await fields(merge)).toEqual(['ObjectInvalid', wanted]);
  });

  test('by a replacement', async () => {
    expect(await fields(put(CALLER, pods(), { ...made, kind: 'Node' }))).toEqual(['ObjectInvalid', ['kind']]);
    expect(await fields(put(CALLER, pods(), { ...made, metadata: { ...made.metadata, namespace: 'other' } }))).toEqual([
      'ObjectInvalid',
      ['metadata.namespace'],
    ]);
    expect(await fields(services.objects.create(CALLER, nodes(), manifest(pod('p'))))).toEqual([
      'ObjectInvalid',
      ['kind'],
    ]);
  });
});

describe('patches', () => {
  const patch = (name: string, operations: object[]) =>
    services.objects.patch(CALLER, pods(), { name, patch: { type: 'json', operations } });
  beforeAll(async () => {
    await create(named({ name: 'patched', labels: { a: '1', b: '2' } }));
  });

  test('a merge patch sets, and removes by null', async () => {
    const outcome = await services.objects.patch(CALLER, pods(), {
      name: 'patched',
      patch: { type: 'merge', patch: { metadata: { labels: { a: null, c: '3' } } } },
    });
    expect(valueOf(outcome).metadata.labels).toEqual({ b: '2', c: '3' });
  });
  test('a JSON patch is applied whole', async () => {
    const outcome = await patch('patched', [
      { op: 'test', path: '/metadata/labels/b', value: '2' },
      { op: 'replace', path: '/metadata/labels/b', value: '4' },
    ]);
    expect(valueOf(outcome).metadata.labels).toMatchObject({ b: '4' });
  });
  test('a JSON patch whose test fails changes nothing', async () => {
    const before = await services.position(cluster);
    const outcome = await patch('patched', [
      { op: 'remove', path: '/metadata/labels/b' },
      { op: 'test', path: '/metadata/labels/c', value: 'no' },
    ]);
    expect(outcome).toMatchObject({ refused: true, refusal: { kind: 'PatchFailed', object: { name: 'patched' } } });
    expect(await services.position(cluster)).toBe(before);
    expect(valueOf(await services.objects.get(CALLER, pods(), 'patched')).metadata.labels).toMatchObject({ b: '4' });
  });
  test('a patch that carries a stale version is refused', async () => {
    const outcome = await services.objects.patch(CALLER, pods(), {
      name: 'patched',
      patch: { type: 'merge', patch: { metadata: { resourceVersion: '1' } } },
    });
    expect(outcome).toMatchObject({ refused: true, refusal: { kind: 'ResourceVersionConflict', given: '1' } });
  });
});
