import { Scenario } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').settle();
const left = (at: Scenario) =>
  ['Deployment', 'ReplicaSet', 'Pod']
    .flatMap((kind) => at.list(kind))
    .map(({ kind, metadata }) => `${kind} ${metadata.finalizers ?? ''}`.trim());

test.each(['Background', 'Foreground'])(
  'deleting a Deployment in the %s takes along what it owned',
  (propagationPolicy) => {
    const at = cluster().workload('Deployment', 'web', { replicas: 2 }).settle();
    expect(left(at.delete('Deployment', 'web', { propagationPolicy }).settle())).toEqual([]);
  },
);

test('in the foreground owners wait for what blocks them', () => {
  const at = cluster()
    .workload('Deployment', 'web', { model: { 'stop-after': '10s' } })
    .settle();
  at.delete('Deployment', 'web', { propagationPolicy: 'Foreground' }).advance(4);
  expect(left(at)).toEqual(['Deployment foregroundDeletion', 'ReplicaSet foregroundDeletion', 'Pod']);
  expect(left(at.advance(6))).toEqual([]);
});

test('a revision that a set makes anew while it goes in the foreground stays until a pod goes', () => {
  const at = cluster()
    .workload('StatefulSet', 'db', { replicas: 2, model: { 'stop-after': '5s' } })
    .settle();
  at.delete('StatefulSet', 'db', { propagationPolicy: 'Foreground' }).advance(2);
  expect(at.list('ControllerRevision')).toHaveLength(1);
  at.settle(10_000);
  expect([...at.list('StatefulSet'), ...at.list('ControllerRevision'), ...at.pods()]).toEqual([]);
});

test('orphaned, what it owned stays without it; a new owner adopts it', () => {
  const at = cluster().workload('Deployment', 'web').settle();
  const uid = at.pods()[0]?.metadata.uid;
  at.delete('Deployment', 'web', { propagationPolicy: 'Orphan' }).settle();
  expect([left(at), at.list('ReplicaSet')[0].metadata.ownerReferences]).toEqual([['ReplicaSet', 'Pod'], undefined]);
  at.workload('Deployment', 'web').settle();
  expect([at.list('ReplicaSet').length, at.pods()[0]?.metadata.uid]).toEqual([1, uid]);
});

test('what names two owners loses the reference to the one that goes, and goes with the last', () => {
  const at = cluster();
  for (const name of ['left', 'right']) at.workload('ReplicaSet', name, { replicas: 0 });
  const ownerReferences = ['left', 'right'].map((name) => ({
    ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid: at.get('ReplicaSet', name).metadata.uid },
  }));
  at.pod('child', { metadata: { ownerReferences } }).settle().delete('ReplicaSet', 'left').settle();
  expect(at.pods()[0]?.metadata.ownerReferences?.map(({ name }) => name)).toEqual(['right']);
  expect(at.delete('ReplicaSet', 'right').settle().pods()).toEqual([]);
});

test('what names an owner that is not there goes; a finalizer holds it until it is lifted', () => {
  const ghost = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: 'ghost',
    uid: '11111111-2222-3333-4444-555555555555',
  };
  const at = cluster()
    .pod('lost', { metadata: { ownerReferences: [ghost], finalizers: ['example.com/hold'] } })
    .settle();
  expect(at.get('Pod', 'lost').metadata.deletionTimestamp).toBeDefined();
  expect(
    at
      .patch('Pod', 'lost', { metadata: { finalizers: null } })
      .settle()
      .pods(),
  ).toEqual([]);
});

test('an owner in another namespace is none, and that is said', () => {
  const at = cluster().namespace('u').workload('ReplicaSet', 'owner', { replicas: 0 });
  const { uid } = at.get('ReplicaSet', 'owner').metadata;
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'owner', uid }];
  const child = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'child', namespace: 'u', ownerReferences } };
  expect(at.create(child).settle().list('ConfigMap', 'u')).toEqual([]);
  expect(at.list('Event', 'u').map(({ reportingComponent, message }) => `${reportingComponent}: ${message}`)).toEqual([
    'garbage-collector-controller: ownerRef [apps/v1/ReplicaSet, namespace: u, name: owner, uid: ' +
      `${uid}] does not exist in namespace "u"`,
  ]);
});

const owned = (at: Scenario, kind: string, name: string, ref: object = {}) => ({
  ...{ apiVersion: 'v1', kind, name, uid: at.get(kind, name).metadata.uid },
  ...ref,
});
const config = (name: string, metadata: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap' },
  metadata: { name, namespace: 't', ...metadata },
});

test('what does not block its owner goes at once, while the owner waits for another', () => {
  const at = cluster().create(config('owner'));
  const ownerReferences = (blockOwnerDeletion: boolean) => [owned(at, 'ConfigMap', 'owner', { blockOwnerDeletion })];
  at.create(config('loose', { ownerReferences: ownerReferences(false) }));
  at.create(config('held', { ownerReferences: ownerReferences(true), finalizers: ['example.com/hold'] }));
  at.settle().delete('ConfigMap', 'owner', { propagationPolicy: 'Foreground' }).settle();
  expect(at.list('ConfigMap').map(({ metadata }) => metadata.name)).toEqual(['owner', 'held']);
});

test('two that own each other do not wait for each other for ever', () => {
  const at = cluster().create(config('a')).create(config('b'));
  for (const [name, owner] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const)
    at.patch('ConfigMap', name, {
      metadata: { ownerReferences: [owned(at, 'ConfigMap', owner, { blockOwnerDeletion: true })] },
    });
  at.settle().delete('ConfigMap', 'a', { propagationPolicy: 'Foreground' }).settle();
  expect(at.list('ConfigMap')).toEqual([]);
});

test('an owner of an unknown kind, or in a namespace where the object has none, leaves the object alone', () => {
  const uid = '11111111-2222-3333-4444-555555555555';
  const unknown = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid };
  const at = cluster().create(config('child', { ownerReferences: [unknown] }));
  at.create({
    ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 1 },
    metadata: { name: 'wide', ownerReferences: [{ ...unknown, apiVersion: 'v1', kind: 'ConfigMap' }] },
  });
  at.settle();
  expect([at.get('ConfigMap', 'child'), at.get('PriorityClass', 'wide', '')]).not.toContain(undefined);
});

test('what comes to an owner that is on its way out already waits until the owner is looked at again', () => {
  const at = cluster().create(config('owner'));
  const ownerReferences = [owned(at, 'ConfigMap', 'owner', { blockOwnerDeletion: true })];
  at.create(config('held', { ownerReferences, finalizers: ['example.com/hold'] }));
  at.settle().delete('ConfigMap', 'owner', { propagationPolicy: 'Foreground' }).settle();
  at.create(config('late', { ownerReferences })).settle();
  expect(at.get('ConfigMap', 'late')).toBeDefined();
  at.patch('ConfigMap', 'held', { metadata: { finalizers: null } }).settle();
  expect(at.list('ConfigMap')).toEqual([]);
});

test('a reference that changes is not looked at again, and one that never blocked frees no owner', () => {
  const at = cluster().create(config('owner'));
  const block = (blockOwnerDeletion: boolean) => [owned(at, 'ConfigMap', 'owner', { blockOwnerDeletion })];
  at.create(config('held', { ownerReferences: block(true), finalizers: ['example.com/hold'] }));
  at.create(config('loose', { ownerReferences: block(false), finalizers: ['example.com/hold'] })).settle();
  at.delete('ConfigMap', 'owner', { propagationPolicy: 'Foreground' }).settle();
  at.create(config('late', { ownerReferences: block(true) })).settle();
  at.patch('ConfigMap', 'loose', { metadata: { ownerReferences: null } }).settle();
  expect(at.get('ConfigMap', 'late')).toBeDefined();
  const [reference] = block(true);
  at.patch('ConfigMap', 'late', { metadata: { ownerReferences: [{ ...reference, name: 'another' }] } }).settle();
  expect(at.get('ConfigMap', 'late').metadata.deletionTimestamp).toBeUndefined();
});

test('an owner that is named under a version that is not served leaves the object as it is', () => {
  const uid = '11111111-2222-3333-4444-555555555555';
  const at = cluster().create(config('owner'));
  const gone = { apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid };
  const ownerReferences = [owned(at, 'ConfigMap', 'owner', { apiVersion: 'v2' }), gone];
  at.create(config('child', { ownerReferences })).settle();
  expect(at.get('ConfigMap', 'child').metadata.ownerReferences).toHaveLength(2);
});
