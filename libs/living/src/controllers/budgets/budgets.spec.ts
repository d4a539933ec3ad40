import { Scenario, type Seen } from '../../testing/scenario.js';

const selector = { matchLabels: { app: 'web' } };
const budget = (spec: object) => {
  const metadata = { name: 'guard', namespace: 't' };
  return { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata, spec: { selector, ...spec } };
};
const cluster = () => new Scenario().node('n1').settle();
/** expectedPods, desiredHealthy, currentHealthy, disruptionsAllowed. */
const counts = (at: Scenario): readonly number[] => {
  const { status } = at.get('PodDisruptionBudget', 'guard');
  return [status.expectedPods, status.desiredHealthy, status.currentHealthy, status.disruptionsAllowed];
};

test.each<readonly [string, object, readonly number[]]>([
  ['a number', { minAvailable: 3 }, [4, 3, 4, 1]],
  ['a percentage, rounded up', { minAvailable: '60%' }, [4, 3, 4, 1]],
  ['what may be missing', { maxUnavailable: 1 }, [4, 3, 4, 1]],
  ['a share that may be missing, rounded up', { maxUnavailable: '30%' }, [4, 2, 4, 2]],
])('a budget counts the pods of a Deployment: %s', (_, spec, want) => {
  const at = cluster().workload('Deployment', 'web', { replicas: 4 }).create(budget(spec)).settle();
  expect(counts(at)).toEqual(want);
  expect(at.conditions('PodDisruptionBudget', 'guard')).toEqual(['DisruptionAllowed=True SufficientPods']);
});

test('percentages follow what the controllers of the pods want', () => {
  const at = cluster()
    .workload('Deployment', 'web', { replicas: 4 })
    .create(budget({ minAvailable: '50%' }))
    .settle();
  at.patch('Deployment', 'web', { spec: { replicas: 8 } }).settle();
  expect(counts(at)).toEqual([8, 4, 8, 4]);
});

test('bare pods are in no scale, and no pods are said to be none', () => {
  const at = cluster()
    .create(budget({ maxUnavailable: 1 }))
    .settle();
  expect(at.events()).toContain('controllermanager PodDisruptionBudget/guard NoPods: No matching pods found');
  at.pod('bare', { metadata: { labels: { app: 'web' } } }).settle();
  expect(counts(at)).toEqual([0, 0, 1, 0]);
  expect(at.events().filter((event: Seen) => event.includes('UnmanagedPods'))).toHaveLength(1);
});

test('a controller without a scale allows nothing', () => {
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 't' } };
  const at = cluster()
    .create(budget({ maxUnavailable: 1 }))
    .create(config);
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: at.get('ConfigMap', 'c').metadata.uid };
  const ownerReferences = [{ ...owner, controller: true }];
  at.pod('p', { metadata: { labels: { app: 'web' }, ownerReferences } }).advance(1);
  expect(at.conditions('PodDisruptionBudget', 'guard')).toEqual(['DisruptionAllowed=False SyncFailed']);
});

test('a disruption that was announced counts until it is believed in no more', () => {
  const at = cluster()
    .workload('Deployment', 'web', { replicas: 2 })
    .create(budget({ minAvailable: 1 }))
    .settle();
  const disruptedPods = { [at.pods()[0]?.metadata.name ?? '']: at.api.time };
  at.patch('PodDisruptionBudget', 'guard', { status: { disruptionsAllowed: 0, disruptedPods } }, 'status').advance(1);
  expect(counts(at)).toEqual([2, 1, 1, 0]);
  at.advance(122);
  expect(counts(at)).toEqual([2, 1, 2, 1]);
  expect(at.get('PodDisruptionBudget', 'guard').status.disruptedPods).toBeUndefined();
});

test('the successor of a pod that was disrupted, under the same name, counts at once', () => {
  const at = cluster()
    .workload('StatefulSet', 'web', { replicas: 2 })
    .create(budget({ minAvailable: 1 }))
    .settle();
  const disruptedPods = { 'web-1': at.api.time };
  at.patch('PodDisruptionBudget', 'guard', { status: { disruptionsAllowed: 0, disruptedPods } }, 'status');
  at.delete('Pod', 'web-1').settle();
  expect(counts(at)).toEqual([2, 1, 2, 1]);
  expect(at.get('PodDisruptionBudget', 'guard').status.disruptedPods).toBeUndefined();
});
