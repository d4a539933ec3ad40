import { Scenario } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').settle();

test('a namespace that is deleted takes everything along, pods first, after 5 seconds', () => {
  const at = cluster().workload('Deployment', 'web', { replicas: 2 });
  at.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 't' } }).settle();
  at.delete('Namespace', 't').advance(4.9);
  expect([at.pods().length, at.get('Namespace', 't', '').status.phase]).toEqual([2, 'Terminating']);
  at.advance(0.1);
  expect([at.pods().length, at.list('ConfigMap').length]).toEqual([0, 1]);
  at.settle(20_000);
  expect(['ConfigMap', 'Deployment', 'ReplicaSet', 'Event'].flatMap((kind) => at.list(kind))).toEqual([]);
  expect(at.get('Namespace', 't', '')).toBeUndefined();
});

test('while pods are left nothing is said to remain; then what is left, and its finalizers', () => {
  const at = cluster().pod('slow', { model: { 'stop-after': '9s' } });
  at.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'held', namespace: 't', finalizers: ['example.com/hold'] },
  });
  at.settle().delete('Namespace', 't').advance(9);
  expect(at.conditions('Namespace', 't', '')).toContain('NamespaceContentRemaining=False ContentRemoved');
  // Events that are new would come into a namespace that goes.
  expect(at.list('Event').map(({ reason }) => reason)).toEqual(['Scheduled', 'Started']);
  const conditions = [{ type: 'Own', status: 'True' }];
  at.patch('Namespace', 't', { status: { conditions } }, 'status');
  at.advance(30);
  // They go with the other content, also where some of that stays.
  expect(at.list('Event')).toEqual([]);
  expect(at.conditions('Namespace', 't', '')).toEqual([
    'NamespaceContentRemaining=True SomeResourcesRemain',
    'NamespaceDeletionContentFailure=False ContentDeleted',
    'NamespaceDeletionDiscoveryFailure=False ResourcesDiscovered',
    'NamespaceDeletionGroupVersionParsingFailure=False ParsedGroupVersions',
    'NamespaceFinalizersRemaining=True SomeFinalizersRemain',
    'Own=True',
  ]);
  at.patch('ConfigMap', 'held', { metadata: { finalizers: null } }).advance(20);
  expect(at.get('Namespace', 't', '')).toBeUndefined();
});

test('pods that are left after their time is over are a failure, which is said, until they are gone', () => {
  const at = new Scenario()
    .node('n1', { annotations: { 'kubelet.model/kubelet': 'down' } })
    .pod('stuck', { spec: { nodeName: 'n1' } });
  at.settle().delete('Namespace', 't').advance(35);
  const failure = (): string => at.conditions('Namespace', 't', '')[1] ?? '';
  expect(failure()).toBe('NamespaceDeletionContentFailure=False ContentDeleted');
  at.advance(10);
  expect(failure()).toBe('NamespaceDeletionContentFailure=True ContentDeletionFailed');
  const [, { message }] = at
    .get('Namespace', 't', '')
    .status.conditions.filter(({ type }: { type: string }) => /ContentFailure|ContentRemaining/.test(type))
    .toSorted((a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1));
  expect(message).toBe(
    'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: t for gvr: ' +
      '/v1, Resource=pods',
  );
  at.delete('Pod', 'stuck', { gracePeriodSeconds: 0 }).advance(70);
  expect(at.get('Namespace', 't', '')).toBeUndefined();
});

test('a namespace that is empty and that another finalizer holds says that its content is removed', () => {
  const at = new Scenario().namespace('u');
  at.patch('Namespace', 'u', { metadata: { finalizers: ['example.com/hold'] } });
  at.delete('Namespace', 'u').settle(10_000);
  expect(at.get('Namespace', 'u', '').spec.finalizers).toBeUndefined();
  expect(at.conditions('Namespace', 'u', '')).toContain('NamespaceContentRemaining=False ContentRemoved');
  at.patch('Namespace', 'u', { metadata: { finalizers: null } }).settle();
  expect(at.get('Namespace', 'u', '')).toBeUndefined();
});
