import { admitted, objectOf, problemFieldsOf } from '../../testing/admission.js';

test('a namespace is active and has its name as a label', () => {
  expect(admitted(objectOf('v1', 'Namespace'))).toMatchObject({
    metadata: { labels: { 'kubernetes.io/metadata.name': 'a' } },
    status: { phase: 'Active' },
  });
});

test('what is to be done before a namespace goes is said when it comes', () => {
  const before = admitted(objectOf('v1', 'Namespace'));
  expect(before['spec']).toEqual({ finalizers: ['kubernetes'] });
  const after = { ...structuredClone(before), spec: { finalizers: ['x!'] } };
  expect(admitted(after, { operation: 'update', old: before })['spec']).toEqual({ finalizers: ['kubernetes'] });
  expect(problemFieldsOf(objectOf('v1', 'Namespace', { spec: { finalizers: ['x!'] } }))).toEqual([
    'spec.finalizers',
    'spec.finalizers',
  ]);
});
