import { admitted, objectOf, problemFieldsOf, problemsOf, updateProblemFieldsOf } from '../../testing/admission.js';

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

test.each([
  ['that there is not', 'system-x', { value: 5 }, 'system-x is not a known system priority class'],
  [
    'of another value',
    'system-node-critical',
    { value: 5 },
    'value of system-node-critical PriorityClass must be 2000001000',
  ],
  [
    'that is the default',
    'system-node-critical',
    { value: 2000001000, globalDefault: true },
    'globalDefault of system-node-critical PriorityClass must be false',
  ],
])('a class of the system %s is refused', (_name, name, fields, error) => {
  const object = { ...objectOf('scheduling.k8s.io/v1', 'PriorityClass', fields), metadata: { name } };
  expect(problemsOf(object)).toEqual([
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. " +
      `error: ${error}`,
  ]);
});

test('a priority class keeps its value', () => {
  expect(updateProblemFieldsOf(ofValue(1), ofValue(2))).toEqual(['value']);
});
