import { admitted, objectOf, problemFieldsOf, updateProblemFieldsOf } from '../../testing/admission.js';

const ofValue = (value: number) => objectOf('scheduling.k8s.io/v1', 'PriorityClass', { value });

test('pods of a priority class preempt unless it says that they never do', () => {
  expect(admitted(ofValue(5))).toMatchObject({ preemptionPolicy: 'PreemptLowerPriority' });
});

test('a user has no priority above a billion', () => {
  expect(problemFieldsOf(ofValue(1_000_000_001))).toEqual(['value']);
});

test('the names of the system are for its own two classes', () => {
  expect(problemFieldsOf({ ...ofValue(5), metadata: { name: 'system-x' } })).toEqual(['metadata.name']);
});

test('a priority class keeps its value', () => {
  expect(updateProblemFieldsOf(ofValue(1), ofValue(2))).toEqual(['value']);
});
