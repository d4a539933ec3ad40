import type { Manifest } from '#rows';
import { CALLER, kindNamed, manifest, node, pod, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const of = (cluster: string, kind = 'Pod', namespace = 'default') => ({
  cluster,
  kind: kindNamed(kind),
  namespace: kind === 'Namespace' || kind === 'Node' ? '' : namespace,
});
const replicaSet = (name: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name, namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
});

/** A cluster with a ReplicaSet and pods that it owns; `finalizers` hold the first of them. */
async function ownedPods({ finalizers = [] as string[], block = true } = {}): Promise<string> {
  const cluster = await services.clusterOf(node('a'));
  const { metadata } = valueOf(
    await services.objects.create(CALLER, of(cluster, 'ReplicaSet'), manifest(replicaSet('owner'))),
  );
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'owner', uid: metadata.uid };
  for (const [name, held] of [
    ['held', finalizers],
    ['free', []],
  ] as const) {
    const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: block }];
    const given = { ...pod(name), metadata: { name, namespace: 'default', ownerReferences, finalizers: held } };
    valueOf(await services.objects.create(CALLER, of(cluster), manifest(given)));
  }
  return cluster;
}

const left = async (cluster: string, kind = 'Pod'): Promise<Manifest[]> => [
  ...valueOf(await services.objects.list(CALLER, of(cluster, kind))).items,
];
const namesOf = async (cluster: string, kind = 'Pod'): Promise<string[]> =>
  (await left(cluster, kind)).map(({ metadata }) => metadata.name);
const drop = async (cluster: string, kind: string, name: string, options = {}) =>
  valueOf(await services.objects.delete(CALLER, of(cluster, kind), { name, options }));
const release = async (cluster: string, kind: string, name: string) => {
  const patch = { type: 'merge', patch: { metadata: { finalizers: null } } } as const;
  valueOf(await services.objects.patch(CALLER, of(cluster, kind), { name, patch }));
};

test('dependants go with their owner, in the same revision', async () => {
  const cluster = await ownedPods();
  const { revision } = valueOf(await services.clusters.get(CALLER, cluster));
  expect((await drop(cluster, 'ReplicaSet', 'owner')).outcome).toBe('gone');
  expect(await namesOf(cluster)).toEqual([]);
  expect(valueOf(await services.clusters.get(CALLER, cluster)).revision).toBe(String(BigInt(revision) + 1n));
});

test('orphans stay, and name their owner no more', async () => {
  const cluster = await ownedPods();
  expect((await drop(cluster, 'ReplicaSet', 'owner', { propagationPolicy: 'Orphan' })).outcome).toBe('gone');
  expect((await left(cluster)).map(({ metadata }) => [metadata.name, metadata.ownerReferences])).toEqual([
    ['free', undefined],
    ['held', undefined],
  ]);
});

test('an owner waits for dependants that block it and are held', async () => {
  const cluster = await ownedPods({ finalizers: ['a.io/b'] });
  const deleted = await drop(cluster, 'ReplicaSet', 'owner', { propagationPolicy: 'Foreground' });
  expect(deleted).toMatchObject({ outcome: 'marked', object: { metadata: { finalizers: ['foregroundDeletion'] } } });
  expect([await namesOf(cluster), await namesOf(cluster, 'ReplicaSet')]).toEqual([['held'], ['owner']]);
  await release(cluster, 'Pod', 'held');
  expect([await namesOf(cluster), await namesOf(cluster, 'ReplicaSet')]).toEqual([[], []]);
});

test('a dependant with another owner that is there stays', async () => {
  const cluster = await ownedPods();
  const { metadata } = valueOf(
    await services.objects.create(CALLER, of(cluster, 'ReplicaSet'), manifest(replicaSet('second'))),
  );
  const second = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'second', uid: metadata.uid };
  const free = valueOf(await services.objects.get(CALLER, of(cluster), 'free'));
  const ownerReferences = [...(free.metadata.ownerReferences ?? []), second];
  const patch = { type: 'merge', patch: { metadata: { ownerReferences } } } as const;
  valueOf(await services.objects.patch(CALLER, of(cluster), { name: 'free', patch }));
  await drop(cluster, 'ReplicaSet', 'owner');
  expect((await left(cluster)).map(({ metadata: { name, ownerReferences: owners } }) => [name, owners])).toEqual([
    ['free', [second]],
  ]);
});

test('a namespace goes with the last object that a finalizer holds in it', async () => {
  const cluster = await services.clusterOf(node('a'));
  for (const one of [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    { ...pod('held'), metadata: { name: 'held', namespace: 'shop', finalizers: ['a.io/b'] } },
    { ...pod('free'), metadata: { name: 'free', namespace: 'shop' } },
  ])
    valueOf(await services.objects.create(CALLER, of(cluster, manifest(one).kind, 'shop'), manifest(one)));
  expect(await drop(cluster, 'Namespace', 'shop')).toMatchObject({
    outcome: 'marked',
    object: { status: { phase: 'Terminating' } },
  });
  const late = { ...pod('late'), metadata: { name: 'late', namespace: 'shop' } };
  expect(await services.objects.create(CALLER, of(cluster, 'Pod', 'shop'), manifest(late))).toMatchObject({
    refusal: { kind: 'NamespaceTerminating' },
  });
  const patch = { type: 'merge', patch: { metadata: { finalizers: null } } } as const;
  valueOf(await services.objects.patch(CALLER, of(cluster, 'Pod', 'shop'), { name: 'held', patch }));
  expect(await services.objects.get(CALLER, of(cluster, 'Namespace'), 'shop')).toMatchObject({ refused: true });
  expect(await services.violations(cluster)).toEqual([]);
});

test('without controllers nothing follows from a deletion', async () => {
  const { id: cluster } = valueOf(await services.clusters.create(CALLER, { name: 'alone', controllers: 'none' }));
  const onNode = manifest(pod('p', {}, { nodeName: 'a', terminationGracePeriodSeconds: 9 }));
  valueOf(await services.objects.create(CALLER, of(cluster), onNode));
  expect(await drop(cluster, 'Pod', 'p')).toMatchObject({
    outcome: 'marked',
    object: { metadata: { deletionGracePeriodSeconds: 9, generation: 2 } },
  });
  expect(await namesOf(cluster)).toEqual(['p']);
  expect((await drop(cluster, 'Pod', 'p', { gracePeriodSeconds: 0 })).outcome).toBe('gone');
  expect(await namesOf(cluster)).toEqual([]);
});
