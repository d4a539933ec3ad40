import type { ClusterObjects } from '../../in-tree-snapshot.js';
import { makeClaim, makeNode, makeSnapshot, makeStorageClass, makeVolume } from '../../testing/index.js';
import { findPodVolumes, type PodVolumes, type VolumesError } from './find-pod-volumes.js';
import type { PodVolumeClaims } from './pod-volume-claims.js';

const find = (claims: Partial<PodVolumeClaims>, objects: ClusterObjects = {}): PodVolumes | VolumesError =>
  findPodVolumes(
    { bound: [], delayed: [], ...claims },
    makeSnapshot([makeNode('n')], [], objects),
  )({ name: 'n', labels: {} });

describe('the volumes of a pod on a node', () => {
  const storageClass = makeStorageClass('x');
  const open = makeClaim('c').of('x').asks('1Gi');
  const large = makeClaim('d').of('x').asks('2Gi');
  const selected = (node: string) => makeClaim('e').of('x').selectedFor(node);
  const volume = makeVolume('v').of('x').has('1Gi');
  const delayed = (...claims: PodVolumeClaims['delayed'][number]['claim'][]) => ({
    delayed: claims.map((claim) => ({ claim, storageClass })),
  });
  const elsewhere = "node(s) didn't find available persistent volumes to bind";
  const gone = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

  const cases: [name: string, claims: Partial<PodVolumeClaims>, want: PodVolumes][] = [
    ['none', {}, { bindings: [], provisions: [], reasons: [] }],
    ['bound', { bound: ['v'] }, { bindings: [], provisions: [], reasons: [] }],
    ['bound to nothing', { bound: ['w'] }, { bindings: [], provisions: [], reasons: [gone] }],
    ['to bind', delayed(open), { bindings: [{ claim: open, volume }], provisions: [], reasons: [] }],
    ['to make', delayed(large), { bindings: [], provisions: [large], reasons: [] }],
    [
      'to bind and to make',
      delayed(large, open),
      { bindings: [{ claim: open, volume }], provisions: [large], reasons: [] },
    ],
    [
      'that are asked for on this node',
      delayed(selected('n')),
      { bindings: [], provisions: [selected('n')], reasons: [] },
    ],
    [
      'that are asked for come first of those to make',
      delayed(large, selected('n')),
      { bindings: [], provisions: [selected('n'), large], reasons: [] },
    ],
    [
      'that are asked for on another node: nothing',
      delayed(open, selected('m')),
      { bindings: [], provisions: [], reasons: [elsewhere] },
    ],
    [
      'of a claim and a class that say nothing',
      { delayed: [{ claim: {}, storageClass: {} }] },
      { bindings: [], provisions: [{}], reasons: [elsewhere] },
    ],
  ];
  test.each(cases)('%s', (_name, claims, want) => expect(find(claims, { persistentVolumes: [volume] })).toEqual(want));
});
