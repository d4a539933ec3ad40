import { Scenario } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').node('n2').settle();

test('pods are created, more, fewer, none', () => {
  const at = cluster().workload('ReplicaSet', 'web', { replicas: 2 }).settle();
  expect(at.get('ReplicaSet', 'web').status).toEqual({
    ...{ replicas: 2, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 2, observedGeneration: 1 },
  });
  const counts = [5, 1, 0].map(
    (replicas) => at.patch('ReplicaSet', 'web', { spec: { replicas } }).settle().pods().length,
  );
  expect(counts).toEqual([5, 1, 0]);
  expect(at.get('ReplicaSet', 'web').status).toEqual({ replicas: 0, observedGeneration: 4 });
  expect(at.events().filter((event) => /SuccessfulCreate/.test(event))).toHaveLength(5);
});

test('matching pods without a controller are adopted; of too many the cheapest go', () => {
  const at = cluster();
  for (const cost of ['0', '2', '1'])
    at.pod(`bare-${cost}`, {
      metadata: { labels: { app: 'web' }, annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost } },
    });
  at.settle().workload('ReplicaSet', 'web').settle();
  expect(at.pods().map(({ metadata }) => [metadata.name, metadata.ownerReferences?.[0]?.name])).toEqual([
    ['bare-2', 'web'],
  ]);
});

test('a pod that does not match any more is released and replaced; when it matches again there is one too many', () => {
  const at = cluster().workload('ReplicaSet', 'web', { replicas: 2 }).settle();
  const name = at.pods()[0]?.metadata.name ?? '';
  at.patch('Pod', name, { metadata: { labels: { app: 'other' } } }).settle();
  expect([at.pods().length, at.get('Pod', name).metadata.ownerReferences]).toEqual([3, undefined]);
  at.patch('Pod', name, { metadata: { labels: { app: 'web' } } }).settle();
  expect(at.pods()).toHaveLength(2);
});

test('a pod that failed stays, and is replaced; one that terminates slowly is replaced at once', () => {
  const at = cluster()
    .workload('ReplicaSet', 'web', { replicas: 1, model: { 'stop-after': '8s' } })
    .settle();
  at.delete('Pod', at.pods()[0]?.metadata.name ?? '').advance(1);
  expect(at.pods().map(({ metadata }) => metadata.deletionTimestamp !== undefined)).toEqual([true, false]);
  const running = at.pods()[1]?.metadata.name ?? '';
  at.advance(10)
    .patch('Pod', running, { status: { phase: 'Failed' } }, 'status')
    .settle();
  expect(at.pods().map(({ status }) => status?.phase)).toEqual(['Failed', 'Running']);
});

test('pods are available when they were ready for long enough, at that moment', () => {
  const at = cluster()
    .workload('ReplicaSet', 'web', { replicas: 2, spec: { minReadySeconds: 6 } })
    .advance(5.9);
  expect(at.get('ReplicaSet', 'web').status.availableReplicas).toBeUndefined();
  expect(at.advance(0.1).get('ReplicaSet', 'web').status.availableReplicas).toBe(2);
});

test('a refusal ends the round, is said, and is tried again', () => {
  const at = cluster();
  at.create({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'small', namespace: 't' },
    spec: { limits: [{ type: 'Container', max: { cpu: '50m' } }] },
  });
  at.workload('ReplicaSet', 'web', { replicas: 3 }).advance(1);
  expect(at.conditions('ReplicaSet', 'web')).toEqual(['ReplicaFailure=True FailedCreate']);
  expect(at.events()[0]).toMatch(/^replicaset-controller ReplicaSet\/web FailedCreate: Error creating: pods "web-/);
  at.delete('LimitRange', 'small').advance(2);
  expect([at.pods().length, at.conditions('ReplicaSet', 'web')]).toEqual([3, []]);
});

test('a ReplicationController does the same by a map of labels', () => {
  const labels = { app: 'web' };
  const at = cluster().create({
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { name: 'web', namespace: 't' },
    spec: {
      replicas: 2,
      selector: labels,
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  });
  at.settle();
  expect(at.get('ReplicationController', 'web').status.readyReplicas).toBe(2);
  expect(at.pods().map(({ metadata }) => metadata.ownerReferences?.[0]?.kind)).toEqual([
    'ReplicationController',
    'ReplicationController',
  ]);
});

test('when one pod of a set gets ready, the others are not looked at', () => {
  const model = { 'start-after': 'uniform(1s,60s)' };
  const at = cluster().workload('ReplicaSet', 'web', { replicas: 20, model }).advance(0.5);
  const { state } = at.api.cluster;
  const asked: string[] = [];
  const dependants = (uid: string) => {
    asked.push(uid);
    return Object.getPrototypeOf(state).dependants.call(state, uid);
  };
  Object.assign(state, { dependants });
  const before = at.changes.length;
  at.advance(60);
  expect(at.get('ReplicaSet', 'web').status).toMatchObject({ readyReplicas: 20, availableReplicas: 20 });
  const statuses = at.changes.slice(before).filter(({ object }) => object.kind === 'ReplicaSet');
  expect(statuses.length).toBeGreaterThan(10);
  expect(asked.length).toBeLessThan(3);
});

test('of many similar Events nine are kept apart; what is beyond a flood is counted with the next that is not', () => {
  const at = new Scenario().node('n1').settle().workload('ReplicaSet', 'web', { replicas: 40 }).settle();
  const counts = (): number[] =>
    at
      .list('Event')
      .filter(({ reason }) => reason === 'SuccessfulCreate')
      .map(({ count }) => count);
  // 25 at once, of which 9 have a message of their own.
  expect(counts()).toEqual([...Array(9).fill(1), 16]);
  at.advance(300)
    .delete('Pod', at.pods()[0]?.metadata.name ?? '')
    .settle();
  expect(counts()).toEqual([...Array(9).fill(1), 32]);
});
