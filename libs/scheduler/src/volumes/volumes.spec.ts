import { makeClaim, makeVolume } from '../testing/index.js';
import { claimOf, foreignClaim, notFound, storageClassName } from './index.js';

describe('the claim of a volume', () => {
  const cases: [name: string, volume: Parameters<typeof claimOf>[0], want: ReturnType<typeof claimOf>][] = [
    ['is named', { persistentVolumeClaim: { claimName: 'c' } }, { name: 'c', ephemeral: false }],
    ['may have no name', { persistentVolumeClaim: {} }, { name: '', ephemeral: false }],
    ['is named after pod and volume', { name: 'v', ephemeral: {} }, { name: 'p-v', ephemeral: true }],
    ['of a volume without a name', { ephemeral: {} }, { name: 'p-', ephemeral: true }],
    [
      'is the named one before the ephemeral one',
      { name: 'v', persistentVolumeClaim: { claimName: 'c' }, ephemeral: {} },
      { name: 'c', ephemeral: false },
    ],
    ['is none where the source is null', { name: 'v', persistentVolumeClaim: null, ephemeral: null }, undefined],
    ['is none of other volumes', { name: 'v', iscsi: {} }, undefined],
  ];
  test.each(cases)('%s', (_name, volume, want) => expect(claimOf(volume, 'p')).toEqual(want));
});

describe('an ephemeral claim', () => {
  const pod = { uid: 'u', namespace: 'default', name: 'p' };
  const foreign = 'PVC default/p-v was not created for pod default/p (pod is not owner)';
  const cases: [name: string, claim: ReturnType<typeof makeClaim>, want: string | undefined][] = [
    ['of its pod', makeClaim('p-v').ownedBy('u'), undefined],
    ['of another pod', makeClaim('p-v').ownedBy('w'), foreign],
    ['that the pod owns and does not control', makeClaim('p-v').ownedBy('u', false), foreign],
    ['of nobody', makeClaim('p-v'), foreign],
    ['of a controller without uid', makeClaim('p-v').meta({ ownerReferences: [{ controller: true }] }), foreign],
    [
      'of several owners, of whom the pod controls',
      makeClaim('p-v').meta({ ownerReferences: [{ uid: 'w' }, { uid: 'u', controller: true }] }),
      undefined,
    ],
  ];
  test.each(cases)('%s', (_name, claim, want) => expect(foreignClaim(claim, pod)).toBe(want));
  test("without metadata is nobody's", () =>
    expect(foreignClaim({}, pod)).toBe('PVC / was not created for pod default/p (pod is not owner)'));
});

test('what is not found is named in quotes', () =>
  expect(notFound('storageclass.storage.k8s.io', 'a"b')).toBe('storageclass.storage.k8s.io "a\\"b" not found'));

describe('the storage class', () => {
  const BETA = 'volume.beta.kubernetes.io/storage-class';
  const cases: [name: string, object: Parameters<typeof storageClassName>[0], want: string][] = [
    ['of a claim', makeClaim('c').of('fast'), 'fast'],
    ['of a volume', makeVolume('v').of('fast'), 'fast'],
    ['by its old annotation', makeClaim('c').of('fast').annotated(BETA, 'slow'), 'slow'],
    [
      'of a volume, by its old annotation',
      makeVolume('v')
        .of('fast')
        .meta({ annotations: { [BETA]: 'slow' } }),
      'slow',
    ],
    ['by an empty annotation', makeClaim('c').of('fast').annotated(BETA, ''), ''],
    ['that is not given', makeClaim('c').annotated('other', 'x'), ''],
    ['that is null', makeClaim('c').with({ storageClassName: null }), ''],
    ['of nothing', {}, ''],
  ];
  test.each(cases)('%s', (_name, object, want) => expect(storageClassName(object)).toBe(want));
});
