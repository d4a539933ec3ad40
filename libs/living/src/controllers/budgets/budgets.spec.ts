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

test('a pod that leaves a budget by its labels is noticed with the next pod that is in it', () => {
  const at = cluster()
    .pod('a', { metadata: { labels: { app: 'web' } } })
    .pod('b', { metadata: { labels: { app: 'web' } } })
    .create(budget({ minAvailable: 1 }))
    .settle();
  at.patch('Pod', 'a', { metadata: { labels: { app: 'other' } } }).settle();
  expect(counts(at)).toEqual([2, 1, 2, 1]);
  at.patch('Pod', 'b', { metadata: { annotations: { seen: 'again' } } }).settle();
  expect(counts(at)).toEqual([1, 1, 1, 0]);
});

test('what cannot be computed is said once; its condition is of the generation that was counted', () => {
  const at = cluster()
    .job('work', { model: { hold: 'true' } })
    .settle();
  at.create(budget({ maxUnavailable: 1, selector: { matchLabels: { app: 'work' } } })).advance(10);
  const { status } = at.get('PodDisruptionBudget', 'guard');
  expect(status.conditions).toMatchObject([
    { reason: 'SyncFailed', message: 'jobs.batch does not implement the scale subresource' },
  ]);
  expect(status).toMatchObject({ currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 });
  expect(status.conditions[0]).not.toHaveProperty('observedGeneration');
  const failed = at.list('Event').filter(({ reason }: Seen) => reason === 'CalculateExpectedPodCountFailed');
  expect(failed.map(({ count }: Seen) => count < 5)).toEqual([true]);
});

test('a disruption that was announced and did not come is said of the pod', () => {
  const at = cluster()
    .workload('Deployment', 'web', { replicas: 2 })
    .create(budget({ minAvailable: 1 }))
    .settle();
  const disruptedPods = { [at.pods()[0]?.metadata.name ?? '']: at.api.time };
  at.patch('PodDisruptionBudget', 'guard', { status: { disruptionsAllowed: 0, disruptedPods } }, 'status').advance(120);
  expect(counts(at)).toEqual([2, 1, 1, 0]);
  expect(counts(at.advance(0.01))).toEqual([2, 1, 2, 1]);
  expect(at.get('PodDisruptionBudget', 'guard').status.disruptedPods).toBeUndefined();
  expect(at.events().filter((event) => event.includes('NotDeleted'))).toEqual([
    expect.stringContaining("Pod was expected by PDB t/t to be deleted but it wasn't"),
  ]);
});

test('a pod that says that it is to be disrupted and is not deleted says the contrary after two minutes', () => {
  const at = cluster().pod('p').pod('q').settle();
  const say = (name: string, reason: string) => {
    const lastTransitionTime = at.api.time;
    const said = { type: 'DisruptionTarget', status: 'True', reason, message: 'm', lastTransitionTime };
    const { conditions } = at.get('Pod', name).status;
    at.patch('Pod', name, { status: { conditions: [...conditions, said] } }, 'status');
  };
  say('p', 'EvictionByEvictionAPI');
  say('q', 'TerminationByKubelet');
  expect(at.advance(119).conditions('Pod', 'p')).toContain('DisruptionTarget=True EvictionByEvictionAPI');
  expect(at.advance(2).conditions('Pod', 'p')).toContain('DisruptionTarget=False');
  expect(at.conditions('Pod', 'q')).toContain('DisruptionTarget=True TerminationByKubelet');
  expect(at.get('Pod', 'p').status.conditions.at(-1)).toMatchObject({
    type: 'DisruptionTarget',
    observedGeneration: 1,
  });
});

test('a pod that two budgets select is said to be', () => {
  const other = { ...budget({ minAvailable: 1 }), metadata: { name: 'other', namespace: 't' } };
  const at = cluster()
    .create(budget({ minAvailable: 1 }))
    .create(other)
    .pod('p', { metadata: { labels: { app: 'web' } } })
    .settle();
  expect(at.events()).toContain(
    'controllermanager Pod/p MultiplePodDisruptionBudgets: Pod "t"/"p" matches multiple PodDisruptionBudgets.  ' +
      'Chose "guard" arbitrarily.',
  );
});

test('pods without controllers are said to be with the whole selector', () => {
  const matchExpressions = [{ key: 'tier', operator: 'In', values: ['a', 'b'] }];
  const labels = { app: 'web', tier: 'a' };
  const at = cluster().pod('p', { metadata: { labels } });
  at.create(budget({ maxUnavailable: 1, selector: { matchLabels: { app: 'web' }, matchExpressions } })).settle();
  expect(at.events().find((event) => event.includes('UnmanagedPods'))).toContain(
    '(selector: &LabelSelector{MatchLabels:map[string]string{app: web,},' +
      'MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:tier,Operator:In,Values:[a b],},},})',
  );
});
