import { objectOf, problemFieldsOf } from '../../testing/admission.js';

test('a node has a driver once', () => {
  const driver = { name: 'd', nodeID: 'n' };
  const csiNode = objectOf('storage.k8s.io/v1', 'CSINode', { spec: { drivers: [driver, { ...driver }] } });
  expect(problemFieldsOf(csiNode)).toEqual(['spec.drivers[1].name']);
});

test('that a driver is there twice is reported before its keys, and the length of its node is one of bytes', () => {
  const drivers = [
    { name: 'd', nodeID: 'ü'.repeat(129) },
    { name: 'd', nodeID: 'ü'.repeat(128), topologyKeys: ['k', 'k'] },
  ];
  expect(problemFieldsOf(objectOf('storage.k8s.io/v1', 'CSINode', { spec: { drivers } }))).toEqual([
    ...['spec.drivers[0].nodeID', 'spec.drivers[1].name', 'spec.drivers[1]'],
  ]);
});
