import type { PodDisruptionBudget } from '#kubernetes';
import type { BudgetPod } from './budget-pod.js';
import { budgetStatus } from './budget-status.js';
import { SelectedPods } from './selected-pods.js';

const AT = new Date('2026-05-01T10:00:00.500Z');
const NOW = '2026-05-01T10:00:00Z';
const EARLIER = '2026-05-01T09:00:00Z';

function budget(spec: PodDisruptionBudget['spec'], status?: object): PodDisruptionBudget {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b', namespace: 'n', generation: 3 },
    spec,
    ...(status && { status }),
  };
}

function pods(count: number, change: Partial<BudgetPod> = {}): BudgetPod[] {
  return Array.from({ length: count }, (_, index) => ({
    namespace: 'n',
    name: `p${index}`,
    labels: {},
    running: true,
    phase: 'Running',
    terminating: false,
    ready: null,
    controller: 'rs',
    ...change,
  }));
}

const SCALES: Readonly<Record<string, number>> = { rs: 5, other: 2, none: 0 };

function statusOf(spec: PodDisruptionBudget['spec'], selected: readonly BudgetPod[], status?: object) {
  return budgetStatus(budget(spec, status), {
    // Each pod has a name of its own.
    pods: new SelectedPods(selected.map((pod, index) => ({ ...pod, name: `p${index}` }))),
    replicasOf: (controller) => SCALES[controller],
    at: AT,
  });
}

/** expectedPods, desiredHealthy, currentHealthy, disruptionsAllowed. */
type Figures = readonly [number, number, number, number];

const cases: readonly (readonly [string, PodDisruptionBudget['spec'], readonly BudgetPod[], Figures])[] = [
  ['a number of available pods counts the pods that are there', { minAvailable: 2 }, pods(3), [3, 2, 3, 1]],
  ['more than there are leaves nothing', { minAvailable: 4 }, pods(3), [3, 4, 3, 0]],
  ['exactly as many leaves nothing', { minAvailable: 3 }, pods(3), [3, 3, 3, 0]],
  ['none need be available', { minAvailable: 0 }, pods(2), [2, 0, 2, 2]],
  ['a budget without pods allows nothing', { minAvailable: 0 }, [], [0, 0, 0, 0]],
  ['a percentage is of what the controllers want', { minAvailable: '40%' }, pods(3), [5, 2, 3, 1]],
  ['a percentage is rounded up', { minAvailable: '50%' }, pods(5), [5, 3, 5, 2]],
  ['all of them', { minAvailable: '100%' }, pods(5), [5, 5, 5, 0]],
  ['unavailable pods are subtracted from what the controllers want', { maxUnavailable: 1 }, pods(5), [5, 4, 5, 1]],
  ['pods that are missing are unavailable', { maxUnavailable: 2 }, pods(4), [5, 3, 4, 1]],
  ['an unavailable percentage is rounded up too', { maxUnavailable: '30%' }, pods(5), [5, 3, 5, 2]],
  ['more unavailable than wanted wants none healthy', { maxUnavailable: 7 }, pods(2), [5, 0, 2, 2]],
  [
    'every controller is counted once',
    { maxUnavailable: 0 },
    [...pods(2), ...pods(2, { controller: 'other' })],
    [7, 7, 4, 0],
  ],
  [
    'a controller that is not kept counts by its pods',
    { maxUnavailable: 1 },
    pods(3, { controller: 'job' }),
    [3, 2, 3, 1],
  ],
  ['a controller that wants none is none', { maxUnavailable: 1 }, pods(1, { controller: 'none' }), [0, 0, 1, 0]],
  ['pods without a controller are in no scale', { maxUnavailable: 1 }, pods(3, { controller: null }), [0, 0, 3, 0]],
  ['nor in a percentage', { minAvailable: '50%' }, pods(3, { controller: null }), [0, 0, 3, 0]],
  ['a budget that says nothing allows nothing', {}, pods(3), [0, 0, 3, 0]],
  ['both: unavailable counts', { minAvailable: 0, maxUnavailable: 1 }, pods(5), [5, 4, 5, 1]],
];

test.each(cases)('%s', (_, spec, selected, [expectedPods, desiredHealthy, currentHealthy, disruptionsAllowed]) => {
  expect(statusOf(spec, selected)).toEqual({
    expectedPods,
    desiredHealthy,
    currentHealthy,
    disruptionsAllowed,
    observedGeneration: 3,
    conditions: [
      {
        type: 'DisruptionAllowed',
        status: disruptionsAllowed > 0 ? 'True' : 'False',
        observedGeneration: 3,
        lastTransitionTime: NOW,
        message: '',
        reason: disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
      },
    ],
  });
});

test.each<readonly [string, Partial<BudgetPod>, number]>([
  ['on a node', {}, 1],
  ['without a node or ended', { running: false }, 0],
  ['ready', { ready: 'True', running: false }, 1],
  ['not ready', { ready: 'False' }, 0],
  ['of unknown readiness', { ready: 'Unknown' }, 0],
  ['terminating', { terminating: true }, 0],
  ['terminating and ready', { terminating: true, ready: 'True' }, 0],
])('a pod that is %s', (_, change, healthy) => {
  expect(statusOf({ minAvailable: 0 }, pods(1, change))).toMatchObject({
    expectedPods: 1,
    currentHealthy: healthy,
    disruptionsAllowed: healthy,
  });
});

test.each([
  ['of a pod that is there', { p0: '2026-05-01T09:58:00.500Z' }, pods(2), { p0: '2026-05-01T09:58:00.500Z' }, 1],
  ['that is too long ago', { p0: '2026-05-01T09:58:00.499Z' }, pods(2), undefined, 2],
  ['of a pod that is gone', { p7: NOW }, pods(2), undefined, 2],
  [
    'of a pod that is on its way out',
    { p0: NOW },
    [...pods(1, { terminating: true }), ...pods(1, { name: 'p1' })],
    undefined,
    1,
  ],
])('an announced disruption %s', (_, disruptedPods, selected, kept, healthy) => {
  const status = statusOf({ minAvailable: 0 }, selected, { disruptedPods });
  expect(status.disruptedPods).toEqual(kept);
  expect(status.currentHealthy).toBe(healthy);
});

test.each([
  ['says the same', 'True', { lastTransitionTime: EARLIER }, EARLIER],
  ['says the same and knows no time', 'True', {}, NOW],
  ['said otherwise', 'False', { lastTransitionTime: EARLIER }, NOW],
])('the condition keeps its place and, when it %s, its time', (_, status, time, want) => {
  const others = { type: 'Other', status: 'True' };
  const before = [{ type: 'DisruptionAllowed', status, ...time }, others];
  const { conditions } = statusOf({ minAvailable: 0 }, pods(1), { conditions: before });
  expect(conditions).toEqual([
    expect.objectContaining({ type: 'DisruptionAllowed', status: 'True', lastTransitionTime: want }),
    others,
  ]);
});

test('a budget that was never counted has no generation to name', () => {
  const {
    metadata: { generation: _, ...metadata },
    ...rest
  } = budget({ minAvailable: 0 });
  const status = budgetStatus({ ...rest, metadata }, { pods: new SelectedPods(), replicasOf: () => undefined, at: AT });
  expect(status).not.toHaveProperty('observedGeneration');
  expect(status.conditions[0]).not.toHaveProperty('observedGeneration');
});
