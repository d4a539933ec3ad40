import { IN_TREE_PARTS, type ClusterObjects } from '../in-tree-snapshot.js';
import type { ClusterObject } from '../objects/objects.js';
import type { ObjectPatch } from '../objects/object-patch.js';
import { makeNode, makePod, makeSnapshot } from '../testing/index.js';
import { CLAIM_USES } from '../plugins/volume-restrictions/claim-uses.js';
import { ObjectIndex } from './object-index.js';
import { ObjectKinds } from './object-kinds.js';
import { placedPod } from './placed-pod.js';
import { PluginStates } from './plugin-states.js';
import type { Snapshot } from './snapshot.js';

const indexOf = (given: ClusterObjects): ObjectIndex =>
  ObjectIndex.of(given, new ObjectKinds(IN_TREE_PARTS.kinds), PluginStates.of([]));

const volume = (name: string, spec?: unknown): ClusterObject => ({
  metadata: { name },
  ...(spec !== undefined && { spec }),
});
const claim = (namespace: string, name: string): ClusterObject => ({ metadata: { namespace, name } });
const given: ClusterObjects = {
  persistentVolumes: [volume('a', { size: 1, path: '/a' }), volume('b')],
  persistentVolumeClaims: [claim('x', 'c'), claim('y', 'c')],
};
const resize = (name: string, size: number): ObjectPatch => ({
  kind: 'PersistentVolume',
  namespace: null,
  name,
  patch: { spec: { size } },
});
const state = (snapshot: Snapshot): unknown => [
  snapshot.objects,
  snapshot.object('persistentVolumes', 'a'),
  snapshot.object('persistentVolumes', 'b'),
];

describe('an index of objects', () => {
  test('finds by list, name and namespace', () => {
    const index = indexOf(given);
    expect([index.get('persistentVolumes', 'b', ''), index.get('persistentVolumeClaims', 'c', 'y')]).toEqual([
      given.persistentVolumes?.[1],
      given.persistentVolumeClaims?.[1],
    ]);
    expect([
      index.get('persistentVolumes', 'c', ''),
      index.get('persistentVolumeClaims', 'c', ''),
      index.get('csiNodes', 'a', ''),
    ]).toEqual([undefined, undefined, undefined]);
  });
  test('answers the lists it was given while nothing changed', () => expect(indexOf(given).lists).toBe(given));
  test('takes the later of two objects with one name', () => {
    expect(indexOf({ csiNodes: [volume('n', 1), volume('n', 2)] }).get('csiNodes', 'n', '')).toEqual(volume('n', 2));
  });
  test('applies a merge patch in its place, and leaves what it was given alone', () => {
    const index = indexOf(given);
    index.apply(resize('a', 2));
    const patched = volume('a', { size: 2, path: '/a' });
    expect([index.get('persistentVolumes', 'a', ''), index.lists]).toEqual([
      patched,
      { ...given, persistentVolumes: [patched, volume('b')] },
    ]);
    expect(given.persistentVolumes?.[0]).toEqual(volume('a', { size: 1, path: '/a' }));
    index.apply({ kind: 'PersistentVolumeClaim', namespace: 'y', name: 'c', patch: { spec: 1 } });
    expect(index.lists['persistentVolumeClaims']).toEqual([claim('x', 'c'), { ...claim('y', 'c'), spec: 1 }]);
  });
  test('lets other kinds pass, and says what is not there', () => {
    const index = indexOf(given);
    index.apply({ kind: 'ResourceClaim', namespace: 'x', name: 'c', patch: { spec: 1 } })();
    expect(index.lists).toBe(given);
    expect(() => index.apply(resize('z', 1))).toThrow(new RangeError('there is no PersistentVolume /z'));
    expect(() => index.apply({ kind: 'PersistentVolumeClaim', namespace: 'z', name: 'c', patch: {} })).toThrow(
      'there is no PersistentVolumeClaim z/c',
    );
  });
  test('takes patches back one by one', () => {
    const index = indexOf(given);
    const [first, second] = [index.apply(resize('a', 2)), index.apply(resize('a', 3))];
    second();
    expect(index.get('persistentVolumes', 'a', '')).toEqual(volume('a', { size: 2, path: '/a' }));
    first();
    expect(index.lists).toBe(given);
  });

  const kinds: [kind: string, list: keyof ClusterObjects][] = [
    ['Namespace', 'namespaces'],
    ['Service', 'services'],
    ['ReplicationController', 'replicationControllers'],
    ['ReplicaSet', 'replicaSets'],
    ['StatefulSet', 'statefulSets'],
    ['PersistentVolume', 'persistentVolumes'],
    ['PersistentVolumeClaim', 'persistentVolumeClaims'],
    ['StorageClass', 'storageClasses'],
    ['CSINode', 'csiNodes'],
    ['CSIDriver', 'csiDrivers'],
    ['CSIStorageCapacity', 'csiStorageCapacities'],
    ['VolumeAttachment', 'volumeAttachments'],
    ['PodDisruptionBudget', 'podDisruptionBudgets'],
  ];
  test.each(kinds)('knows where a %s is', (kind, list) => {
    const index = indexOf({ [list]: [volume('o')] });
    index.apply({ kind, namespace: null, name: 'o', patch: { spec: 7 } });
    expect(index.lists).toEqual({ [list]: [volume('o', 7)] });
  });
});

describe('a snapshot whose objects are patched', () => {
  test('keeps what is patched, and a fork goes its own way', () => {
    const snapshot = makeSnapshot([], [], given);
    snapshot.patchObject(resize('a', 2));
    const fork = snapshot.fork();
    const before = state(snapshot);
    expect(state(fork)).toEqual(before);
    fork.patchObject(resize('a', 3));
    fork.patchObject(resize('b', 4));
    expect([state(snapshot), fork.object('persistentVolumes', 'a')]).toEqual([
      before,
      volume('a', { size: 3, path: '/a' }),
    ]);
    snapshot.patchObject(resize('b', 5));
    expect(fork.object('persistentVolumes', 'b')).toEqual(volume('b', { size: 4 }));
  });
  test('makes them part of its objects, unless they may be undone', () => {
    const snapshot = makeSnapshot([], [], given);
    snapshot.patchObject(resize('a', 2));
    snapshot.keepPatches();
    snapshot.setObject('persistentVolumes', volume('b', { size: 9 }));
    expect(snapshot.object('persistentVolumes', 'a')).toEqual(volume('a', { size: 2, path: '/a' }));
    expect(snapshot.objects.persistentVolumes).toEqual([
      volume('a', { size: 2, path: '/a' }),
      volume('b', { size: 9 }),
    ]);
    snapshot.mark();
    expect(() => snapshot.keepPatches()).toThrow('while the snapshot is marked');
  });
  test('undoes patches among movements of pods, nested too', () => {
    const snapshot = makeSnapshot([makeNode('n')], [], given);
    const before = state(snapshot);
    snapshot.tentatively(() => {
      snapshot.patchObject(resize('a', 2));
      snapshot.addPod(placedPod(makePod('p').claims('c')), 0);
      const inside = state(snapshot);
      snapshot.tentatively(() => {
        snapshot.patchObject(resize('a', 3));
        snapshot.removePod('p');
        snapshot.patchObject(resize('b', 1));
      });
      expect([state(snapshot), snapshot.state(CLAIM_USES).of('default', 'c')]).toEqual([inside, 1]);
    });
    expect([state(snapshot), snapshot.state(CLAIM_USES).of('default', 'c'), snapshot.podCount[0]]).toEqual([
      before,
      0,
      0,
    ]);
  });
});

test('uses of a claim are counted as pods come and go', () => {
  const snapshot = makeSnapshot([makeNode('n')], [makePod('a').claims('c', 'd', 'c').onNode('n')]);
  const uses = (of: Snapshot): number[] => {
    const counts = of.state(CLAIM_USES);
    return [counts.of('default', 'c'), counts.of('default', 'd'), counts.of('other', 'c'), counts.of('default', 'b-e')];
  };
  expect(uses(snapshot)).toEqual([2, 1, 0, 0]);
  const fork = snapshot.fork();
  fork.addPod(
    placedPod(
      makePod('b')
        .namespace('other')
        .claims('c')
        .volume({ name: 'e', ephemeral: {} })
        .volume({ persistentVolumeClaim: {} }),
    ),
    0,
  );
  expect([uses(fork), uses(snapshot), fork.state(CLAIM_USES).of('other', '')]).toEqual([[2, 1, 1, 0], [2, 1, 0, 0], 1]);
  fork.removePod('a');
  expect(uses(fork)).toEqual([0, 0, 1, 0]);
});
