import { imagePatch, Scenario, type Seen } from '../../testing/scenario.js';

const cluster = (hard: object) => {
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 't' }, spec: { hard } };
  return new Scenario().node('n1').create(quota).settle();
};
const status = (at: Scenario): Seen => at.get('ResourceQuota', 'q').status;

test('pods that a quota refuses are tried again; what ends or goes is given back', () => {
  const at = cluster({ pods: '1' });
  expect(status(at)).toEqual({ hard: { pods: '1' }, used: { pods: '0' } });
  at.workload('Deployment', 'web', { replicas: 3 }).settle(5_000);
  expect(at.pods()).toHaveLength(1);
  expect(status(at).used).toEqual({ pods: '1' });
  expect(at.conditions('Deployment', 'web')).toContain('ReplicaFailure=True FailedCreate');
  expect(at.events().find((event) => event.includes('FailedCreate'))).toMatch(
    /Error creating: pods "web-\S+" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1$/,
  );
  at.patch('ResourceQuota', 'q', { spec: { hard: { pods: '3' } } }).settle(45_000);
  expect(at.pods()).toHaveLength(3);
  expect(at.conditions('Deployment', 'web')).not.toContain('ReplicaFailure=True FailedCreate');
  at.patch('Deployment', 'web', { spec: { replicas: 1 } }).settle();
  expect(status(at).used).toEqual({ pods: '1' });
});

test('a pod that has ended is charged no more, and one that names no limit is refused where there is one', () => {
  const at = cluster({ 'requests.cpu': '250m', 'count/pods': '9' });
  at.workload('ReplicaSet', 'once', { model: { 'run-for': '5s' }, spec: {} });
  at.settle(1_000);
  expect(status(at).used).toEqual({ 'requests.cpu': '100m', 'count/pods': '1' });
  at.patch('Pod', at.pods()[0]?.metadata.name ?? '', { status: { phase: 'Failed' } }, 'status').settle();
  // The ReplicaSet has made another one.
  expect(status(at).used).toEqual({ 'requests.cpu': '100m', 'count/pods': '2' });
});

test('what a pod gives back is there before a Deployment goes on, not before its ReplicaSet does', () => {
  const at = cluster({ pods: '2' });
  const failures = (): number => at.events().filter((event) => event.includes('FailedCreate')).length;
  at.workload('Deployment', 'web', { replicas: 2, spec: { strategy: { type: 'Recreate' } } }).settle();
  at.patch('Deployment', 'web', imagePatch('app:2')).settle();
  expect([at.pods().length, failures()]).toEqual([2, 0]);
  at.delete('Pod', at.pods()[0]?.metadata.name ?? '').settle();
  expect([at.pods().length, failures() > 0]).toEqual([2, true]);
});

test('the map and the account that every namespace begins with are counted', () => {
  const at = cluster({ 'count/configmaps': '5', 'count/serviceaccounts': '5', 'count/secrets': '5' });
  expect(status(at).used).toEqual({ 'count/configmaps': '1', 'count/serviceaccounts': '1', 'count/secrets': '0' });
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 't' } };
  at.create(map)
    .patch('ResourceQuota', 'q', { spec: { hard: { 'count/configmaps': '6' } } })
    .settle();
  expect(status(at).used).toMatchObject({ 'count/configmaps': '2' });
  at.delete('ConfigMap', 'c').settle();
  expect(status(at).used).toMatchObject({ 'count/configmaps': '1' });
});

test('a pod that is there long after it should be gone is charged until all quotas are counted again', () => {
  const at = cluster({ pods: '1' })
    .pod('stuck', { spec: { terminationGracePeriodSeconds: 30 } })
    .settle();
  at.patch('Node', 'n1', { metadata: { annotations: { 'kubelet.model/kubelet': 'down' } } });
  at.delete('Pod', 'stuck').advance(200);
  expect([at.pods().length, status(at).used]).toEqual([1, { pods: '1' }]);
  expect([at.advance(101).pods().length, status(at).used]).toEqual([1, { pods: '0' }]);
});

test('what a client writes into the status of a quota is put right within five minutes', () => {
  const at = cluster({ pods: '1' });
  at.patch('ResourceQuota', 'q', { status: { used: { pods: '7' } } }, 'status').settle();
  expect(status(at).used).toEqual({ pods: '7' });
  expect(status(at.advance(300)).used).toEqual({ pods: '0' });
});
