import { admitted, objectOf } from '../../testing/admission.js';

test('a namespace is active and has its name as a label', () => {
  expect(admitted(objectOf('v1', 'Namespace'))).toMatchObject({
    metadata: { labels: { 'kubernetes.io/metadata.name': 'a' } },
    status: { phase: 'Active' },
  });
});
