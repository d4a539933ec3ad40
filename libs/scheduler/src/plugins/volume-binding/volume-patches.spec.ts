import type { PersistentVolume, PersistentVolumeClaim } from '../../volumes/index.js';
import { volumePatches } from './volume-patches.js';

const reservation = (volume: PersistentVolume, claim: PersistentVolumeClaim) =>
  volumePatches({ bindings: [{ volume, claim }], provisions: [], reasons: [] }, 'n');

describe('objects that say nothing', () => {
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: '', name: '', uid: '' };

  test('are written in full', () => {
    const metadata = { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } };
    expect(reservation({}, {})).toStrictEqual([
      { kind: 'PersistentVolume', namespace: null, name: '', patch: { metadata, spec: { claimRef } } },
    ]);
  });
  test('have no uid that could change', () => expect(reservation({ spec: { claimRef: {} } }, {})).toEqual([]));
  test('ask for their node', () => {
    expect(volumePatches({ bindings: [], provisions: [{}], reasons: [] }, 'n')).toStrictEqual([
      {
        kind: 'PersistentVolumeClaim',
        namespace: '',
        name: '',
        patch: { metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'n' } } },
      },
    ]);
  });
});
