import { objectOf, problemFieldsOf } from '../../testing/admission.js';

test('the handler of a runtime class is a DNS label', () => {
  expect(problemFieldsOf(objectOf('node.k8s.io/v1', 'RuntimeClass', { handler: 'A B' }))).toEqual(['handler']);
});
