import { admitted, objectOf, problemFieldsOf, updateProblemFieldsOf } from '../../testing/admission.js';

const volume = (spec: object = {}, fields: object = {}) =>
  objectOf('v1', 'PersistentVolume', {
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      ...('csi' in spec ? {} : { hostPath: { path: '/data' } }),
      ...spec,
    },
    ...fields,
  });

describe('a volume is completed', () => {
  const cases: [name: string, given: ReturnType<typeof volume>, want: object][] = [
    [
      'where it says nothing',
      volume({ capacity: { storage: '1024Mi' } }),
      {
        spec: { capacity: { storage: '1Gi' }, persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
        status: { phase: 'Available' },
      },
    ],
    [
      'where it is claimed',
      volume({ claimRef: { name: 'c', namespace: 'n', uid: 'u' } }),
      { status: { phase: 'Bound' } },
    ],
    [
      'where it is kept for a claim',
      volume({ claimRef: { name: 'c', namespace: 'n' } }),
      { status: { phase: 'Available' } },
    ],
    ['where it says its phase', volume({}, { status: { phase: 'Released' } }), { status: { phase: 'Released' } }],
  ];
  test.each(cases)('%s', (_name, given, want) => expect(admitted(given)).toMatchObject(want));
});

test('a volume has access modes that there are, and some capacity', () => {
  const given = volume({ accessModes: ['X'], capacity: { storage: '0' } });
  expect(problemFieldsOf(given)).toEqual(['spec.accessModes', 'spec.capacity[storage]']);
});

test('a volume keeps its source', () => {
  const from = (driver: string) => volume({ csi: { driver, volumeHandle: 'h' } });
  expect(updateProblemFieldsOf(from('a'), from('b'))).toEqual(['spec.persistentvolumesource']);
});
