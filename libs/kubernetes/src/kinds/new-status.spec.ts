import { admitted, inNamespace, objectOf } from '../testing/admission.js';

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const claimed = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const replicated = { replicas: 3, readyReplicas: 3 };

describe('a new object has the status that its strategy gives it', () => {
  const cases: [kind: string, fields: object, status: object][] = [
    ['Namespace', { status: { phase: 'Terminating', conditions: [{ type: 'a' }] } }, { phase: 'Active' }],
    ['PersistentVolumeClaim', { spec: claimed, status: { phase: 'Bound', accessModes: ['a'] } }, { phase: 'Pending' }],
    ['Service', { spec: { ports: [{ port: 1 }] }, status: { conditions: [{ type: 'a' }] } }, { loadBalancer: {} }],
    ['ReplicationController', { spec: { template }, status: replicated }, { replicas: 0 }],
    ['ResourceQuota', { spec: { hard: { pods: '1' } }, status: { used: { pods: '1' } } }, {}],
  ];
  test.each(cases)('%s', (kind, fields, status) => {
    const object = objectOf('v1', kind, fields);
    const placed = kind === 'Namespace' ? object : inNamespace(object);
    expect(admitted(placed, { controllers: 'none' })['status']).toEqual(status);
  });
  test('PersistentVolume', () => {
    const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } };
    const volume = objectOf('v1', 'PersistentVolume', { spec, status: { phase: 'Bound', message: 'm' } });
    expect(admitted(volume, { controllers: 'none' })['status']).toEqual({
      phase: 'Pending',
      lastPhaseTransitionTime: '2026-01-01T00:00:00Z',
    });
  });
});

test('an imported object keeps the status that it has', () => {
  const claim = inNamespace(objectOf('v1', 'PersistentVolumeClaim', { spec: claimed, status: { phase: 'Bound' } }));
  expect(admitted(claim, { operation: 'import', controllers: 'none' })['status']).toEqual({ phase: 'Bound' });
});
