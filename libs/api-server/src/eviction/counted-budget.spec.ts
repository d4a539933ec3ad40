import { budgetProblem, countedBudget } from './counted-budget.js';

const budget = (status: object, generation = 1) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web', generation },
  status: { observedGeneration: 1, desiredHealthy: 2, currentHealthy: 3, ...status },
});
const many = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`p${index}`, 'x']));

test.each([
  ['allows one disruption', budget({ disruptionsAllowed: 1 }), undefined],
  [
    'allows none',
    budget({}),
    { kind: 'notNow', reason: 'The disruption budget web needs 2 healthy pods and has 3 currently' },
  ],
  [
    'has changed since its status was computed',
    budget({ disruptionsAllowed: 1 }, 2),
    { kind: 'processing', reason: 'The disruption budget web is still being processed by the server.' },
  ],
  ['counts below zero', budget({ disruptionsAllowed: -1 }), { kind: 'forbidden' }],
  ['waits for too many pods', budget({ disruptionsAllowed: 1, disruptedPods: many }), { kind: 'forbidden' }],
])('a budget that %s', (_name, object, problem) => {
  if (problem === undefined) expect(budgetProblem(object)).toBeUndefined();
  else expect(budgetProblem(object)).toMatchObject(problem);
});

test('an eviction is one disruption less, and the last one is a condition', () => {
  const first = countedBudget(budget({ disruptionsAllowed: 2 }), 'a', '2026-01-01T00:00:00Z');
  expect(first.status).toMatchObject({ disruptionsAllowed: 1, disruptedPods: { a: '2026-01-01T00:00:00Z' } });
  expect(first.status).not.toHaveProperty('conditions');
  const last = countedBudget(first, 'b', '2026-01-01T00:00:01Z');
  expect(last.status).toMatchObject({
    disruptionsAllowed: 0,
    disruptedPods: { a: '2026-01-01T00:00:00Z', b: '2026-01-01T00:00:01Z' },
    conditions: [
      {
        type: 'DisruptionAllowed',
        status: 'False',
        observedGeneration: 1,
        lastTransitionTime: '2026-01-01T00:00:01Z',
        reason: 'InsufficientPods',
        message: '',
      },
    ],
  });
});
