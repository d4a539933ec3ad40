import { CALLER, kindNamed, manifest, node, pod, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const webPod = (name: string): object => ({
  ...pod(name, {}, { nodeName: 'a' }),
  metadata: { name, namespace: 'default', labels: { app: 'web' } },
});
const budget = (name: string, minAvailable: number): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'default' },
  spec: { minAvailable, selector: { matchLabels: { app: 'web' } } },
});

const evict = (cluster: string, name: string, request: object = {}) =>
  services.evictions.evict(CALLER, { cluster, namespace: 'default', name, ...request });
const podsOf = async (cluster: string) =>
  valueOf(await services.objects.list(CALLER, { cluster, kind: kindNamed('Pod'), namespace: 'default' }, {})).items.map(
    ({ metadata }) => metadata.name,
  );

test('a pod goes as long as its budget allows it', async () => {
  const cluster = await services.clusterOf(node('a'), webPod('p1'), webPod('p2'), webPod('p3'), budget('web', 2));
  expect(valueOf(await evict(cluster, 'p1', { dryRun: true })).object.metadata.name).toBe('p1');
  expect(await podsOf(cluster)).toEqual(['p1', 'p2', 'p3']);
  valueOf(await evict(cluster, 'p1'));
  expect(await podsOf(cluster)).toEqual(['p2', 'p3']);
  expect(await evict(cluster, 'p2')).toMatchObject({
    refused: true,
    refusal: {
      kind: 'EvictionRefused',
      budget: 'web',
      reason: 'The disruption budget web needs 2 healthy pods and has 2 currently',
    },
  });
  expect(await podsOf(cluster)).toEqual(['p2', 'p3']);
});

test('a pod of two budgets is not evicted, and one of none is', async () => {
  const cluster = await services.clusterOf(node('a'), webPod('p1'), pod('free'), budget('web', 0), budget('all', 0));
  expect(await evict(cluster, 'p1')).toMatchObject({ refused: true, refusal: { kind: 'EvictionUndecided' } });
  valueOf(await evict(cluster, 'free'));
  expect(await evict(cluster, 'free')).toMatchObject({ refused: true, refusal: { kind: 'ObjectNotFound' } });
});

test('an eviction is of the pod that is meant', async () => {
  const cluster = await services.clusterOf(node('a'), webPod('p1'));
  const other = await evict(cluster, 'p1', { preconditions: { uid: 'other' } });
  expect(other).toMatchObject({ refused: true, refusal: { kind: 'UidConflict', given: 'other' } });
});

test('without controllers a pod has its grace, says why it goes, and has not started by being bound', async () => {
  const { id: cluster } = valueOf(await services.clusters.create(CALLER, { name: 'bare', controllers: 'none' }));
  const pods = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  valueOf(await services.objects.create(CALLER, pods, manifest(pod('p'))));
  valueOf(await services.bindings.bind(CALLER, { cluster, namespace: 'default', name: 'p', node: 'a' }));
  expect(valueOf(await services.objects.get(CALLER, pods, 'p')).status).not.toHaveProperty('startTime');
  const { outcome, object } = valueOf(await evict(cluster, 'p'));
  expect([outcome, object.metadata['deletionGracePeriodSeconds']]).toEqual(['marked', 30]);
  expect(object.status).toMatchObject({
    conditions: [{ type: 'PodScheduled' }, { type: 'DisruptionTarget', reason: 'EvictionByEvictionAPI' }],
  });
});
