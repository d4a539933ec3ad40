import { admitted, objectOf, problemFieldsOf, updateProblemFieldsOf } from '../../testing/admission.js';

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

test('of an audience that is there twice nothing else is said', () => {
  const tokenRequests = [{ audience: 'a' }, { audience: 'a', expirationSeconds: 1 }];
  expect(problemFieldsOf(driver({ spec: { tokenRequests } }))).toEqual(['spec.tokenRequests[1].audience']);
});

test('what is wrong with a driver is reported in order, and how often it counts is dropped', () => {
  const wrong = { fsGroupPolicy: 'A', tokenRequests: [{ expirationSeconds: 1 }], volumeLifecycleModes: ['B'] };
  expect(problemFieldsOf(driver({ spec: { ...wrong, nodeAllocatableUpdatePeriodSeconds: 3 } }))).toEqual([
    ...['spec.fsGroupPolicy', 'spec.tokenRequests[0].expirationSeconds', 'spec.volumeLifecycleModes'],
  ]);
  const { spec } = admitted(driver({ spec: { nodeAllocatableUpdatePeriodSeconds: 10 } }));
  expect(spec).not.toHaveProperty('nodeAllocatableUpdatePeriodSeconds');
});
