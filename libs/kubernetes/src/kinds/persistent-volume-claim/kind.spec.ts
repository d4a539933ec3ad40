import {
  inNamespace,
  objectOf,
  problemFieldsOf,
  updateProblemFieldsOf,
  updateProblemsOf,
} from '../../testing/admission.js';

const claim = (size: string, fields: object = {}) =>
  inNamespace(
    objectOf('v1', 'PersistentVolumeClaim', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } } },
      ...fields,
    }),
  );

test('a claim asks for access modes and an amount', () => {
  const empty = inNamespace(objectOf('v1', 'PersistentVolumeClaim'));
  expect(problemFieldsOf(empty)).toEqual(['spec.accessModes', 'spec.resources[storage]']);
});

test('an unbound claim stays what it was', () => {
  expect(updateProblemFieldsOf(claim('1Gi'), claim('2Gi'))).toEqual(['spec']);
});

test('a bound claim may grow', () => {
  const bound = { status: { phase: 'Bound', capacity: { storage: '1Gi' } } };
  expect(updateProblemsOf(claim('1Gi', bound), claim('2Gi', bound))).toEqual([]);
});
