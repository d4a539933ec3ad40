import type { StorageClass } from '../index.js';
import { admitted, forbiddenBy, inNamespace, objectOf } from '../testing/admission.js';

const fast: StorageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  allowVolumeExpansion: true,
};
const classes = {
  storageClass: (name: string) => (name === 'fast' ? fast : undefined),
  defaultStorageClass: () => fast,
};
const claim = (spec: object, status: object = {}) =>
  inNamespace(
    objectOf('v1', 'PersistentVolumeClaim', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
      status,
    }),
  );
const ofSize = (storage: string, spec: object = {}) =>
  claim({ storageClassName: 'fast', ...spec, resources: { requests: { storage } } }, { phase: 'Bound' });

describe('the class of a claim', () => {
  test.each([
    ['is the default one where it says nothing', {}, 'fast'],
    ['is none where it says so', { storageClassName: '' }, ''],
    ['is that which it names', { storageClassName: 'slow' }, 'slow'],
  ])('%s', (_name, spec, storageClassName) => {
    expect(admitted(claim(spec), classes)).toMatchObject({ spec: { storageClassName } });
  });
});

describe('a claim grows', () => {
  const ONLY =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  const cases: [name: string, before: object, after: object, reason: string | undefined][] = [
    ['where its class lets it', ofSize('1Gi'), ofSize('2Gi'), undefined],
    ['not without a class', ofSize('1Gi', { storageClassName: '' }), ofSize('2Gi', { storageClassName: '' }), ONLY],
    [
      'not of a class that is gone',
      ofSize('1Gi', { storageClassName: 'x' }),
      ofSize('2Gi', { storageClassName: 'x' }),
      ONLY,
    ],
  ];
  test.each(cases)('%s', (_name, before, after, reason) => {
    const old = admitted(before as ReturnType<typeof claim>, classes);
    const refusal = forbiddenBy(after as ReturnType<typeof claim>, { ...classes, operation: 'update', old });
    expect(refusal?.forbidden).toEqual(reason === undefined ? undefined : [reason]);
  });
});
