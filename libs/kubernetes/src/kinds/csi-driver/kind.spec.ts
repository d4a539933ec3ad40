import { admitted, objectOf, updateProblemFieldsOf } from '../../testing/admission.js';

const driver = (fields: object = {}) => objectOf('storage.k8s.io/v1', 'CSIDriver', fields);

test('a driver attaches and says nothing of capacity, unless it says otherwise', () => {
  expect(admitted(driver())).toMatchObject({
    spec: { attachRequired: true, storageCapacity: false, podInfoOnMount: false, volumeLifecycleModes: ['Persistent'] },
  });
});

test('a driver goes on to attach, or not to', () => {
  const [before, after] = [{ attachRequired: true }, { attachRequired: false }];
  expect(updateProblemFieldsOf(driver({ spec: before }), driver({ spec: after }))).toEqual(['spec.attachedRequired']);
});
