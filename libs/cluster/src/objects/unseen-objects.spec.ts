import { randomUUID } from 'node:crypto';
import type { Caller } from '#database';
import { CALLER, chunksOf, kindNamed, manifest, node, pod, TestServices, valueOf } from '#test-services';

/** Guests may edit all of a cluster of others, and see nothing in it but what is of no namespace and their own. */
let services: TestServices;
let cluster: string;
let guest: Caller;
beforeAll(async () => {
  services = await TestServices.create();
});
beforeEach(async () => {
  cluster = await services.clusterOf(
    node('n'),
    claim(),
    volume(),
    LIMITS,
    inNamespace(pod('api', { cpu: '100m' }), 'hidden'),
  );
  guest = await guestOf(cluster, null);
});
afterAll(() => services.drop());

async function guestOf(id: string, namespace: string | null): Promise<Caller> {
  const team = randomUUID();
  await services.connected(async (client) => {
    await client.query('INSERT INTO teams (id, name, created_at) VALUES ($1, $2, now())', [team, `guests-${team}`]);
    await client.query(
      `INSERT INTO grants (id, cluster_id, namespace, team_id, role, created_at, created_by)
       VALUES (gen_random_uuid(), $1, $2, $3, 'editor', now(), 'spec')`,
      [id, namespace, team],
    );
  });
  return { ...CALLER, team, roles: ['editor'], principal: team, need: { roles: ['editor'], in: 'namespace' } };
}

function inNamespace(object: object, namespace: string): object {
  const { metadata, ...rest } = manifest(object);
  return { ...rest, metadata: { ...metadata, namespace } };
}

const UID = '11111111-1111-4111-8111-111111111111';
const BOUND = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };

function claim(): object {
  const spec = { volumeName: 'disk', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const metadata = { name: 'ledger', namespace: 'hidden', uid: UID };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec };
}

function volume(claimRef: object = { namespace: 'hidden', name: 'ledger', uid: UID }): object {
  const spec = { ...BOUND, hostPath: { path: '/data' }, claimRef };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'disk' }, spec };
}

const LIMITS = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'limits', namespace: 'hidden' },
  spec: { limits: [{ type: 'Container', default: { cpu: '777m' } }] },
};

const of = (kind: string, namespace = '') => ({ cluster, kind: kindNamed(kind), namespace });
const volumeNow = async (caller: Caller = CALLER) =>
  valueOf(await services.objects.get(caller, of('PersistentVolume'), 'disk'));

describe('a volume that others have claimed', () => {
  const merge = (patch: object) => ({ name: 'disk', patch: { type: 'merge', patch } as const });
  const operations = (...list: object[]) => ({ name: 'disk', patch: { type: 'json', operations: list } as const });
  const changed = { metadata: { labels: { tier: 'slow' } } };

  test.each<[string, () => Promise<unknown>]>([
    ['a patch that changes nothing', () => services.objects.patch(guest, of('PersistentVolume'), merge({}))],
    ['a patch', () => services.objects.patch(guest, of('PersistentVolume'), merge(changed))],
    [
      'a patch that moves what it does not see',
      () =>
        services.objects.patch(
          guest,
          of('PersistentVolume'),
          operations(
            { op: 'add', path: '/metadata/labels', value: {} },
            { op: 'copy', from: '/spec/claimRef/namespace', path: '/metadata/labels/seen' },
          ),
        ),
    ],
    [
      'what it is replaced by',
      async () => services.objects.replace(guest, of('PersistentVolume'), await volumeNow(guest)),
    ],
    ['an application', async () => services.objects.apply(guest, cluster, { object: await volumeNow(guest) })],
    ['a deletion', () => services.objects.delete(guest, of('PersistentVolume'), { name: 'disk', dryRun: true })],
    ['a deletion of all', () => services.objects.deleteSelected(guest, of('PersistentVolume'), { dryRun: true })],
  ])('is reported without them: %s', async (_, write) => {
    const answer = JSON.stringify(await write());
    for (const hidden of ['ledger', '"hidden"', UID]) expect(answer).not.toContain(hidden);
  });

  test('is not found out by a patch that asks for them', async () => {
    const asked = async (value: string) => {
      const patch = operations({ op: 'test', path: '/spec/claimRef/name', value });
      return JSON.stringify(await services.objects.patch(guest, of('PersistentVolume'), patch)).replaceAll(
        value,
        'NAME',
      );
    };
    expect(await asked('ledger')).toBe(await asked('noname'));
  });

  test('stays theirs when it is written as it was read', async () => {
    const { spec } = await volumeNow();
    const read = await volumeNow(guest);
    expect(read.spec).not.toEqual(spec);
    const labelled = (label: string) => ({ ...read, metadata: { name: 'disk', labels: { label } } });
    valueOf(await services.objects.replace(guest, of('PersistentVolume'), labelled('replaced')));
    expect((await volumeNow()).spec).toEqual(spec);
    valueOf(await services.objects.apply(guest, cluster, { object: labelled('applied') }));
    expect((await volumeNow()).spec).toEqual(spec);
    const manifests = chunksOf(JSON.stringify(labelled('imported')));
    valueOf(await services.imports.import(guest, { cluster, onError: 'abort', manifests }));
    expect(await volumeNow()).toMatchObject({ spec, metadata: { labels: { label: 'imported' } } });
  });
});

describe('a deletion of many', () => {
  test('of namespaces is of those that are seen, and names no others', async () => {
    valueOf(await services.import(cluster, [inNamespace(pod('web'), 'ours')]));
    const editor = await guestOf(cluster, 'ours');
    for (const dryRun of [true, false]) {
      const gone = valueOf(await services.objects.deleteSelected(editor, of('Namespace'), { dryRun }));
      expect(gone.items.map(({ metadata }) => metadata.name)).toEqual(['ours']);
    }
    const left = valueOf(await services.objects.list(CALLER, of('Pod')));
    expect(left.items.map(({ metadata }) => metadata.name)).toEqual(['api']);
  });

  test('over all namespaces is of what is seen', async () => {
    valueOf(await services.import(cluster, [inNamespace(pod('web'), 'ours')]));
    const editor = await guestOf(cluster, 'ours');
    const gone = valueOf(await services.objects.deleteSelected(editor, of('Pod'), {}));
    expect(gone.items.map(({ metadata }) => metadata.name)).toEqual(['web']);
  });
});

describe('a namespace', () => {
  const make = (name: string, caller = guest) =>
    services.objects.create(
      caller,
      of('Namespace'),
      manifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
    );
  const drop = (name: string, caller: Caller) => services.objects.delete(caller, of('Namespace'), { name });
  const notFound = (name: string) => ({
    refused: true,
    refusal: { kind: 'ObjectNotFound', object: { apiVersion: 'v1', kind: 'Namespace', namespace: '', name } },
  });

  test('that is gone is made by nobody who did not see it: its history would be theirs', async () => {
    valueOf(await drop('hidden', CALLER));
    expect(await make('hidden')).toEqual(notFound('hidden'));
    const manifests = chunksOf(JSON.stringify(inNamespace(pod('web'), 'hidden')));
    expect(await services.imports.import(guest, { cluster, onError: 'skip', manifests })).toMatchObject({
      value: { created: 0, rejectedCount: 1 },
    });
    valueOf(await make('hidden', CALLER));
  });

  test('of others is made in vain as one that never was, by whoever may make none', async () => {
    const editor = await guestOf(cluster, 'ours');
    expect(await make('hidden', editor)).toEqual(notFound('hidden'));
    expect(await make('noname', editor)).toEqual(notFound('noname'));
    expect(await make('hidden')).toEqual(notFound('hidden'));
  });

  test('of others that is gone is still theirs', async () => {
    const others = await guestOf(cluster, null);
    valueOf(await make('fresh', others));
    valueOf(await drop('fresh', others));
    expect(await make('fresh')).toEqual(notFound('fresh'));
    valueOf(await make('fresh', others));
  });
});

test('what is wrong with an object that is imported elsewhere does not tell of the rules there', async () => {
  const greedy = (namespace: string) => inNamespace(pod('p', { cpu: '2' }), namespace);
  const editor = await guestOf(cluster, 'ours');
  const rejected = async (namespace: string) => {
    const manifests = chunksOf(JSON.stringify(greedy(namespace)));
    const report = valueOf(await services.imports.import(editor, { cluster, onError: 'skip', manifests }));
    return JSON.stringify([report.rejected, report.warnings]).replaceAll(namespace, 'NAME');
  };
  expect(await rejected('hidden')).toBe(await rejected('noname'));
  const ours = chunksOf(JSON.stringify(greedy('hidden')));
  const report = valueOf(await services.imports.import(CALLER, { cluster, onError: 'skip', manifests: ours }));
  expect(JSON.stringify(report.rejected)).toContain('777m');
});

describe('what is written to a namespace that is hidden is answered as where there is none', () => {
  const target = { name: 'api', patch: { type: 'merge', patch: {} } as const };
  const api = (namespace: string) => manifest(inNamespace(pod('api'), namespace));
  const writes: readonly [string, (namespace: string) => Promise<unknown>][] = [
    ['create', (namespace) => services.objects.create(guest, of('Pod', namespace), api(namespace))],
    [
      'create what cannot be read',
      (namespace) =>
        services.objects.create(guest, of('Pod', namespace), { ...api(namespace), spec: { containers: 7 } }),
    ],
    ['replace', (namespace) => services.objects.replace(guest, of('Pod', namespace), api(namespace))],
    ['patch', (namespace) => services.objects.patch(guest, of('Pod', namespace), target)],
    [
      'patch a status',
      (namespace) => services.objects.patch(guest, of('Pod', namespace), { ...target, subresource: 'status' }),
    ],
    ['delete', (namespace) => services.objects.delete(guest, of('Pod', namespace), { name: 'api' })],
    [
      'delete with options that are wrong',
      (namespace) =>
        services.objects.delete(guest, of('Pod', namespace), { name: 'api', options: { gracePeriodSeconds: -1 } }),
    ],
    ['delete all', (namespace) => services.objects.deleteSelected(guest, of('Pod', namespace), {})],
    ['bind', (namespace) => services.bindings.bind(guest, { cluster, namespace, name: 'api', node: 'n' })],
    ['evict', (namespace) => services.evictions.evict(guest, { cluster, namespace, name: 'api' })],
    [
      'scale',
      (namespace) => services.scales.change(guest, of('ReplicaSet', namespace), { name: 'api' }, { scale: {} }),
    ],
  ];

  test.each(writes)('%s', async (_, write) => {
    const said = async (namespace: string) =>
      JSON.stringify(await write(namespace))
        .replaceAll(namespace, 'NAME')
        .replace(/"resourceVersion":"\d+"/, '');
    for (const caller of [guest, await guestOf(cluster, 'ours')]) {
      guest = caller;
      expect(await said('hidden')).toBe(await said('noname'));
    }
  });
});
