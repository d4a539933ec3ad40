import { decidePods } from '../../batch/decide-pods.js';
import { IncomingPod } from '../../pods/incoming-pod.js';
import type { ClusterObjects } from '../../in-tree-snapshot.js';
import type { ObjectPatch } from '../../plugin.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import { defaultProfile } from '../../configuration/read-profile.js';
import { StatusTable } from '../../evidence/statuses.js';
import {
  makeClaim,
  makePod,
  makeSnapshot,
  makeVolume,
  type ClaimBuilder,
  type PodBuilder,
  type VolumeBuilder,
} from '../../testing/index.js';
import { claiming, nodes, storage } from '../../testing/volume-binding.js';
import { volumeBinding } from './plugin.js';

describe('VolumeBinding reserves', () => {
  const patches = (pod: PodBuilder, objects: ClusterObjects): readonly ObjectPatch[] => {
    const snapshot = makeSnapshot(nodes(), [], objects);
    const [attempt] = decidePods({
      snapshot,
      pods: [pod],
      profileOf: defaultProfile,
      tieBreak: { rule: 'first' },
      now: '2026-01-01T00:00:00Z',
    });
    expect(attempt?.message).toBe('');
    return attempt?.patches ?? [];
  };
  const claimRef = (name: string, more = {}) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace: 'default',
    name,
    uid: `uid-${name}`,
    ...more,
  });
  const selected = (name: string, node: string): ObjectPatch => ({
    kind: 'PersistentVolumeClaim',
    namespace: 'default',
    name,
    patch: { metadata: { annotations: { 'volume.kubernetes.io/selected-node': node } } },
  });
  const taken = (name: string, spec: object, metadata?: object): ObjectPatch => ({
    kind: 'PersistentVolume',
    namespace: null,
    name,
    patch: { ...metadata, spec },
  });
  const byController = { metadata: { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } } };
  const volume = (name: string): VolumeBuilder => makeVolume(name).of('local').has('1Gi');
  const cases: [name: string, pod: PodBuilder, objects: ClusterObjects, want: readonly ObjectPatch[]][] = [
    ['nothing for no claim', makePod('p'), {}, []],
    ['nothing for bound claims', claiming('p', 'c'), storage([makeClaim('c').boundTo('v')], [volume('v')]), []],
    [
      'a volume that was free',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v')]),
      [taken('v', { claimRef: claimRef('c') }, byController)],
    ],
    [
      'with the version of the claim',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local').meta({ resourceVersion: '7' })], [volume('v')]),
      [taken('v', { claimRef: claimRef('c', { resourceVersion: '7' }) }, byController)],
    ],
    [
      'a volume that the controller had bound before',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v').meta(byController.metadata)]),
      [taken('v', { claimRef: claimRef('c') })],
    ],
    [
      'what a user set aside by name',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v').reservedFor({ namespace: 'default', name: 'c' })]),
      [taken('v', { claimRef: claimRef('c') })],
    ],
    [
      'nothing of what is set aside already',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v').reservedFor(claimRef('c'))]),
      [],
    ],
    [
      'nothing of what is set aside for a claim without uid',
      claiming('p', 'c'),
      storage(
        [makeClaim('c').of('local').meta({ uid: '' })],
        [volume('v').reservedFor({ namespace: 'default', name: 'c' })],
      ),
      [],
    ],
    ['a claim with its node', claiming('p', 'c'), storage([makeClaim('c').of('made')]), [selected('c', 'a')]],
    [
      'a claim with the node that it had',
      claiming('p', 'c'),
      storage([makeClaim('c').of('made').selectedFor('b')]),
      [selected('c', 'b')],
    ],
    [
      'volumes, then claims',
      claiming('p', 'c', 'd', 'e'),
      storage(
        [makeClaim('c').of('made'), makeClaim('d').of('local').asks('2'), makeClaim('e').of('local').asks('1')],
        [volume('v').has('2'), volume('w').has('1')],
      ),
      [
        taken('w', { claimRef: claimRef('e') }, byController),
        taken('v', { claimRef: claimRef('d') }, byController),
        selected('c', 'a'),
      ],
    ],
  ];
  test.each(cases)('%s', (_name, pod, objects, want) => expect(patches(pod, objects)).toEqual(want));

  test('what the next pod finds taken', () => {
    const claims = [makeClaim('c').of('local'), makeClaim('d').of('local'), makeClaim('e').of('made')];
    const snapshot = makeSnapshot(
      nodes(),
      [],
      storage(claims, [volume('v').inZones('a'), volume('w').inZones('b').has('2Gi')]),
    );
    const pods = [
      claiming('p', 'c'),
      claiming('q', 'd'),
      claiming('r', 'c'),
      claiming('s', 'e').nodeSelector({ zone: 'b' }),
      claiming('t', 'e'),
    ];
    const run = decidePods({
      snapshot,
      pods,
      profileOf: defaultProfile,
      tieBreak: { rule: 'first' },
      now: '2026-01-01T00:00:00Z',
    });
    expect([...run].map(({ nodeName }) => nodeName)).toEqual(['a', 'b', 'a', 'b', 'b']);
    expect(snapshot.object('persistentVolumes', 'v')).toMatchObject({
      metadata: { name: 'v', ...byController.metadata },
      spec: { storageClassName: 'local', claimRef: claimRef('c') },
    });
    expect(snapshot.object('persistentVolumeClaims', 'e', 'default')?.metadata?.annotations).toEqual({
      'volume.kubernetes.io/selected-node': 'b',
    });
  });
});

describe('VolumeBinding reserves nothing', () => {
  const unreadable = makeClaim('c')
    .of('local')
    .selects({ matchExpressions: [{ key: 'a', operator: 'Near' }] });
  const cases: [name: string, row: number, pod: PodBuilder, claims: ClaimBuilder[]][] = [
    ['for a pod without claims', 0, makePod('p'), []],
    ['for a pod that is turned down', 0, claiming('p', 'c'), [makeClaim('c')]],
    ['on a node that is not there', 9, claiming('p', 'c'), [makeClaim('c').of('made')]],
    ['for a claim that cannot be read', 0, claiming('p', 'c'), [unreadable]],
  ];
  test.each(cases)('%s', (_name, row, pod, claims) => {
    const scope = {
      pod: new IncomingPod(pod),
      snapshot: makeSnapshot(nodes(), [], storage(claims)),
      statuses: new StatusTable(),
    };
    const cycle = {
      ...cycleFor({ plugin: volumeBinding, args: {}, weight: 0 }, scope),
      args: { bindTimeoutSeconds: 600 },
    };
    expect(volumeBinding.reserve?.(cycle, row, { preFilter: true, filter: true })).toEqual([]);
  });
});
