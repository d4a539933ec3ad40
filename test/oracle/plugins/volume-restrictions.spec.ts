import type { Cluster, PodChange } from '../model.js';
import type { PodObject, Volume } from '../objects.js';
import { volumeRestrictions } from './volume-restrictions.js';

const node = { metadata: { name: 'a' } };
const claim = (name: string, mode: string, namespace = 'default') => ({
  metadata: { name, namespace },
  spec: { accessModes: [mode] },
});
const uses = (...claims: string[]): readonly Volume[] =>
  claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));
const pod = (name: string, volumes: readonly Volume[], { namespace = 'default', nodeName = '' } = {}): PodObject => ({
  metadata: { name, namespace },
  spec: { volumes, nodeName },
});
const there = (name: string, volumes: readonly Volume[], namespace = 'default'): PodObject =>
  pod(name, volumes, { namespace, nodeName: 'a' });
const clusterOf = (...pods: readonly PodObject[]): Cluster => ({
  nodes: [node],
  pods,
  nominated: [],
  objects: {
    persistentVolumeClaims: [
      claim('one', 'ReadWriteOncePod'),
      claim('two', 'ReadWriteOncePod'),
      claim('many', 'ReadWriteMany'),
    ],
  },
});
const IN_USE = {
  code: 'Unschedulable',
  reasons: [
    'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
  ],
};
const DISK = { code: 'Unschedulable', reasons: ['node(s) had no available disk'] };

describe('VolumeRestrictions, where pods come and go after PreFilter', () => {
  const sharing = [there('x', uses('one')), there('y', uses('one'))];
  const gone = (other: PodObject): PodChange => ({ pod: other, node: 'a', added: false });
  const come = (other: PodObject): PodChange => ({ pod: other, node: 'a', added: true });
  test.each([
    ['a claim in use', [there('x', uses('one'))], [], IN_USE],
    ['its user gone', [there('x', uses('one'))], [gone(there('x', uses('one')))], null],
    ['one of two users gone: the claim was counted once', sharing, [gone(there('x', uses('one')))], null],
    [
      'both claims in use, the user of one gone',
      [there('x', uses('one')), there('y', uses('two'))],
      [gone(there('x', uses('one')))],
      IN_USE,
    ],
    [
      'a pod of another namespace gone that names the same claim',
      [there('x', uses('one'))],
      [gone(there('x', uses('one'), 'other'))],
      null,
    ],
    ['a pod of another namespace come', [], [come(there('x', uses('one'), 'other'))], IN_USE],
    ['a pod come that shares a claim of many', [], [come(there('x', uses('many')))], null],
    [
      'a pod gone that names the claim twice',
      [there('x', uses('one')), there('y', uses('two'))],
      [gone(there('x', [...uses('one'), ...uses('one')]))],
      null,
    ],
  ])('%s', (_name, pods, changes, want) => {
    const atPreFilter = clusterOf(...pods);
    const attempt = { pod: pod('p', uses('one', 'two', 'many')), cluster: atPreFilter, args: {}, atPreFilter, changes };
    expect(volumeRestrictions.filter?.(attempt, node)).toEqual(want);
  });
});

describe('VolumeRestrictions, disks of one writer', () => {
  const gce = (pdName: string, readOnly = false): Volume => ({ gcePersistentDisk: { pdName, readOnly } });
  const rbd = (monitors: string[], image: string, readOnly = false): Volume => ({
    rbd: { monitors, image, pool: 'p', readOnly },
  });
  test.each<[string, Volume, Volume, unknown]>([
    ['the same GCE disk', gce('d'), gce('d'), DISK],
    ['the same GCE disk, one reads', gce('d', true), gce('d'), DISK],
    ['the same GCE disk, both read', gce('d', true), gce('d', true), null],
    ['another GCE disk', gce('d'), gce('e'), null],
    [
      'the same EBS volume, both read',
      { awsElasticBlockStore: { volumeID: 'v', readOnly: true } },
      { awsElasticBlockStore: { volumeID: 'v', readOnly: true } },
      DISK,
    ],
    ['the same target, other units', { iscsi: { iqn: 'i', lun: 1 } }, { iscsi: { iqn: 'i', lun: 2 } }, DISK],
    [
      'the same target, both read',
      { iscsi: { iqn: 'i', readOnly: true } },
      { iscsi: { iqn: 'i', readOnly: true } },
      null,
    ],
    ['an image through a monitor of both', rbd(['m1', 'm2'], 'i'), rbd(['m2', 'm3'], 'i'), DISK],
    ['an image through other monitors', rbd(['m1'], 'i'), rbd(['m2'], 'i'), null],
    ['another image', rbd(['m1'], 'i'), rbd(['m1'], 'j'), null],
    ['an image, both read', rbd(['m1'], 'i', true), rbd(['m1'], 'i', true), null],
    ['disks of different kinds', gce('d'), { awsElasticBlockStore: { volumeID: 'd' } }, null],
  ])('%s', (_name, mine, theirs, want) => {
    const cluster = clusterOf(there('x', [theirs]));
    expect(
      volumeRestrictions.filter?.(
        { pod: pod('p', [mine]), cluster, args: {}, atPreFilter: cluster, changes: [] },
        node,
      ),
    ).toEqual(want);
  });
});

test.each([
  ['no volume', [], { skip: true }],
  ['a claim that nobody uses', uses('one'), { skip: true }],
  ['a disk', [{ gcePersistentDisk: { pdName: 'd' } }], {}],
  [
    'a claim that is missing',
    uses('none'),
    { reject: { code: 'UnschedulableAndUnresolvable', reasons: ['persistentvolumeclaim "none" not found'] } },
  ],
])('VolumeRestrictions before the nodes: %s', (_name, volumes, want) => {
  expect(volumeRestrictions.preFilter?.({ pod: pod('p', volumes), cluster: clusterOf(), args: {} })).toEqual(want);
});
