import { admitted, objectOf, problemFieldsOf, updateProblemFieldsOf } from '../../testing/admission.js';

const storageClass = (fields: object) => objectOf('storage.k8s.io/v1', 'StorageClass', fields);

test('volumes of a storage class are deleted with their claims and bound at once, unless it says otherwise', () => {
  expect(admitted(storageClass({ provisioner: 'p' }))).toMatchObject({
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
  });
});

test('a storage class names its provisioner and a way of binding', () => {
  expect(problemFieldsOf(storageClass({ volumeBindingMode: 'Later' }))).toEqual(['provisioner', 'volumeBindingMode']);
});

test('a storage class keeps what it does', () => {
  const after = { provisioner: 'q', reclaimPolicy: 'Retain', volumeBindingMode: 'WaitForFirstConsumer' };
  expect(updateProblemFieldsOf(storageClass({ provisioner: 'p' }), storageClass(after))).toEqual([
    'provisioner',
    'reclaimPolicy',
    'volumeBindingMode',
  ]);
});

test('places of a storage class are there once, each with its values once', () => {
  const expression = (values: string[]) => ({ matchLabelExpressions: [{ key: 'zone', values }] });
  const of = (...allowedTopologies: object[]) => storageClass({ provisioner: 'p', allowedTopologies });
  expect(problemFieldsOf(of(expression(['a', 'a'])))).toEqual([
    'allowedTopologies[0].matchLabelExpressions[0].values[1]',
  ]);
  expect(problemFieldsOf(of(expression(['a']), expression(['a'])))).toEqual([
    'allowedTopologies[1].matchLabelExpressions',
  ]);
  // One that says nothing is reported once for each place.
  expect(problemFieldsOf(of(expression(['a']), {}))).toEqual(
    Array(2).fill('allowedTopologies[1].matchLabelExpressions'),
  );
});
