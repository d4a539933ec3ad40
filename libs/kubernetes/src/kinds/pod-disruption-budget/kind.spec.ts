import { inNamespace, objectOf, problemFieldsOf } from '../../testing/admission.js';

test('a budget says one of two things, and no more than all', () => {
  const spec = { minAvailable: 1, maxUnavailable: '200%' };
  const budget = inNamespace(objectOf('policy/v1', 'PodDisruptionBudget', { spec }));
  expect(problemFieldsOf(budget)).toEqual(['spec', 'spec.maxUnavailable']);
});
