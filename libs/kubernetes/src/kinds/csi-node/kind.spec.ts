import { objectOf, problemFieldsOf } from '../../testing/admission.js';

test('a node has a driver once', () => {
  const driver = { name: 'd', nodeID: 'n' };
  const csiNode = objectOf('storage.k8s.io/v1', 'CSINode', { spec: { drivers: [driver, { ...driver }] } });
  expect(problemFieldsOf(csiNode)).toEqual(['spec.drivers[1].name']);
});
