import { inNamespace, objectOf, problemFieldsOf, updateProblemFieldsOf } from '../../testing/admission.js';

const capacity = (fields: object) => inNamespace(objectOf('storage.k8s.io/v1', 'CSIStorageCapacity', fields));

test('capacity is of a class and not negative', () => {
  expect(problemFieldsOf(capacity({ capacity: '-1' }))).toEqual(['storageClassName', 'capacity']);
});

test('capacity stays that of its class', () => {
  const of = (storageClassName: string) => capacity({ storageClassName });
  expect(updateProblemFieldsOf(of('a'), of('b'))).toEqual(['storageClassName']);
});
