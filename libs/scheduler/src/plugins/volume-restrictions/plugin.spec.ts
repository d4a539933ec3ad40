import type { Pod, Volume } from '../../objects/objects.js';
import { definePlugin } from '../../plugin.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import { IncomingPod } from '../../pods/incoming-pod.js';
import { placedPod } from '../../snapshot/index.js';
import { StatusTable } from '../../evidence/statuses.js';
import { makeClaim, makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { volumeRestrictions } from './plugin.js';

const DISK = 'Unschedulable: node(s) had no available disk';
const CLAIM =
  'Unschedulable: node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode ' +
  'already in-use by another pod';
const nodes = () => [makeNode('a'), makeNode('b')];
const claims = {
  persistentVolumeClaims: [
    makeClaim('once').modes('ReadWriteOnce', 'ReadWriteOncePod'),
    makeClaim('more').modes('ReadWriteOnce'),
    makeClaim('once').namespace('other').modes('ReadWriteOncePod'),
    { metadata: { name: 'bare', namespace: 'default' } },
  ],
};

describe('two volumes on one node', () => {
  const gce = (pdName: string, readOnly = false): Volume => ({ gcePersistentDisk: { pdName, readOnly } });
  const ebs = (volumeID: string): Volume => ({ awsElasticBlockStore: { volumeID } });
  const iscsi = (iqn: string, readOnly = false): Volume => ({ iscsi: { iqn, readOnly } });
  const rbd = (monitors: readonly string[], pool: string, image: string, readOnly = false): Volume => ({
    rbd: { monitors, pool, image, readOnly },
  });
  const cases: [name: string, incoming: Volume, there: Volume, conflict: boolean][] = [
    ['one GCE disk', gce('d'), gce('d'), true],
    ['one GCE disk, one only reading', gce('d', true), gce('d'), true],
    ['one GCE disk, the other only reading', gce('d'), gce('d', true), true],
    ['one GCE disk, both reading', gce('d', true), gce('d', true), false],
    ['two GCE disks', gce('d'), gce('e'), false],
    ['GCE disks without names', { gcePersistentDisk: {} }, gce(''), true],
    ['one EBS volume', ebs('v'), ebs('v'), true],
    ['two EBS volumes', ebs('v'), ebs('w'), false],
    ['EBS volumes without ids', { awsElasticBlockStore: {} }, ebs(''), true],
    ['one iSCSI target', iscsi('t'), iscsi('t'), true],
    ['one iSCSI target, one only reading', iscsi('t', true), iscsi('t'), true],
    ['one iSCSI target, both reading', iscsi('t', true), iscsi('t', true), false],
    ['two iSCSI targets', iscsi('t'), iscsi('u'), false],
    ['one RBD image', rbd(['m'], 'p', 'i'), rbd(['m'], 'p', 'i'), true],
    ['one RBD image by one common monitor', rbd(['l', 'm'], 'p', 'i'), rbd(['m', 'n'], 'p', 'i'), true],
    ['one RBD image, one only reading', rbd(['m'], 'p', 'i', true), rbd(['m'], 'p', 'i'), true],
    ['one RBD image, both reading', rbd(['m'], 'p', 'i', true), rbd(['m'], 'p', 'i', true), false],
    ['RBD images of other monitors', rbd(['m'], 'p', 'i'), rbd(['n'], 'p', 'i'), false],
    ['RBD images of no monitors', { rbd: { pool: 'p', image: 'i' } }, rbd([], 'p', 'i'), false],
    ['RBD images of a monitor and none', rbd(['m'], 'p', 'i'), { rbd: { pool: 'p', image: 'i' } }, false],
    ['RBD images of other pools', rbd(['m'], 'p', 'i'), rbd(['m'], 'q', 'i'), false],
    ['other RBD images', rbd(['m'], 'p', 'i'), rbd(['m'], 'p', 'j'), false],
    ['one RBD image without pool and image', { rbd: { monitors: ['m'] } }, rbd(['m'], '', ''), true],
    [
      'RBD images of the same image in a pool without name',
      { rbd: { monitors: ['m'], image: 'i' } },
      rbd(['m'], 'p', 'i'),
      false,
    ],
    ['a GCE disk and an EBS volume', gce('x'), ebs('x'), false],
    ['an EBS volume and a GCE disk', ebs('x'), gce('x'), false],
    ['an iSCSI target and an RBD image', iscsi('x'), rbd(['x'], 'x', 'x'), false],
    ['an RBD image and an iSCSI target', rbd(['x'], 'x', 'x'), iscsi('x'), false],
    ['a GCE disk and an EBS volume without names', { gcePersistentDisk: {} }, { awsElasticBlockStore: {} }, false],
    ['an EBS volume and a GCE disk without names', { awsElasticBlockStore: {} }, { gcePersistentDisk: {} }, false],
    ['an iSCSI target and an RBD image without names', { iscsi: {} }, { rbd: {} }, false],
    ['an RBD image and an iSCSI target without names', { rbd: {} }, { iscsi: {} }, false],
    ['a disk and something else', gce('x'), { name: 'x' }, false],
  ];
  test.each(cases)('%s', (_name, incoming, there, conflict) => {
    const snapshot = makeSnapshot(nodes(), [
      makePod('e').volume({ name: 'other' }).volume(there).onNode('b'),
      makePod('f').onNode('b'),
    ]);
    const pod = makePod('p').volume({ name: 'tmp' }).volume(incoming);
    const { filter, preFilter } = runPlugin(volumeRestrictions, { pod, snapshot });
    expect({ filter, preFilter }).toEqual({
      filter: conflict ? { b: DISK } : {},
      preFilter: { code: 'Success', reasons: [] },
    });
  });
});

test('one disk of several is enough, held by one pod of several', () => {
  const ebs = (volumeID: string): Volume => ({ awsElasticBlockStore: { volumeID } });
  const snapshot = makeSnapshot(nodes(), [
    makePod('e').onNode('b'),
    makePod('f').volume(ebs('x')).volume(ebs('w')).onNode('b'),
  ]);
  expect(
    runPlugin(volumeRestrictions, { pod: makePod('p').volume(ebs('v')).volume(ebs('w')), snapshot }).filter,
  ).toEqual({ b: DISK });
});

describe('VolumeRestrictions before filtering', () => {
  const using = (name: string, namespace = 'default'): PodBuilder =>
    makePod('e').namespace(namespace).claims(name).onNode('a');
  const cases: [name: string, pod: Pod, there: PodBuilder[], preFilter: unknown, filter: Record<string, string>][] = [
    ['skips pods without spec', { metadata: { name: 'p' } }, [], { code: 'Skip', reasons: [] }, {}],
    ['skips pods without volumes', makePod('p'), [], { code: 'Skip', reasons: [] }, {}],
    [
      'skips volumes that nobody fights for',
      makePod('p').volume({ name: 'tmp' }).volume({ name: 'e', ephemeral: {} }),
      [],
      { code: 'Skip', reasons: [] },
      {},
    ],
    ['skips a claim for one pod that nobody uses', makePod('p').claims('once'), [], { code: 'Skip', reasons: [] }, {}],
    [
      'skips a claim that several may use',
      makePod('p').claims('more'),
      [using('more')],
      { code: 'Skip', reasons: [] },
      {},
    ],
    [
      'skips a claim that says nothing',
      makePod('p').claims('bare'),
      [using('bare')],
      { code: 'Skip', reasons: [] },
      {},
    ],
    [
      'skips a claim of another namespace',
      makePod('p').claims('once'),
      [using('once', 'other')],
      { code: 'Skip', reasons: [] },
      {},
    ],
    [
      'sees that a claim for one pod is used, on every node',
      makePod('p').claims('more', 'once'),
      [using('once')],
      { code: 'Success', reasons: [] },
      { a: CLAIM, b: CLAIM },
    ],
    [
      'names the disk first',
      makePod('p')
        .claims('once')
        .volume({ awsElasticBlockStore: { volumeID: 'v' } }),
      [using('once').volume({ awsElasticBlockStore: { volumeID: 'v' } })],
      { code: 'Success', reasons: [] },
      { a: DISK, b: CLAIM },
    ],
    [
      'misses a claim',
      makePod('p').claims('more', 'gone'),
      [],
      { code: 'UnschedulableAndUnresolvable', reasons: ['persistentvolumeclaim "gone" not found'] },
      Object.fromEntries(
        ['a', 'b'].map((node) => [node, 'UnschedulableAndUnresolvable: persistentvolumeclaim "gone" not found']),
      ),
    ],
    [
      'misses a claim without a name',
      makePod('p').volume({ persistentVolumeClaim: {} }),
      [],
      { code: 'UnschedulableAndUnresolvable', reasons: ['persistentvolumeclaim "" not found'] },
      Object.fromEntries(
        ['a', 'b'].map((node) => [node, 'UnschedulableAndUnresolvable: persistentvolumeclaim "" not found']),
      ),
    ],
  ];
  test.each(cases)('%s', (_name, pod, there, preFilter, filter) => {
    const answers = runPlugin(volumeRestrictions, { pod, snapshot: makeSnapshot(nodes(), there, claims) });
    expect([answers.preFilter, answers.filter]).toEqual([preFilter, filter]);
  });
});

describe('a prepared filter of VolumeRestrictions', () => {
  const prepared = (pod: PodBuilder, there: PodBuilder[]) => {
    const snapshot = makeSnapshot(nodes(), there, claims);
    const statuses = new StatusTable();
    const answer = volumeRestrictions.preFilter?.(
      cycleFor({ plugin: volumeRestrictions, args: {}, weight: 0 }, { pod: new IncomingPod(pod), snapshot, statuses }),
    );
    if (answer?.kind !== 'filter') throw new Error(`it answers ${answer?.kind}`);
    return { ...answer, fits: () => [0, 1].map((row) => answer.filter(row) === 0) };
  };
  const holder = makePod('e').claims('once').onNode('a');

  test('lets the pod in when the one that uses the claim goes, and not when it comes back', () => {
    const { addPod, removePod, fits } = prepared(makePod('p').claims('once'), [holder]);
    expect(fits()).toEqual([false, false]);
    removePod?.(placedPod(holder), 0);
    expect(fits()).toEqual([true, true]);
    addPod?.(placedPod(holder), 0);
    expect(fits()).toEqual([false, false]);
  });
  test('counts every mention, in whatever namespace, as upstream does', () => {
    const { addPod, removePod, fits } = prepared(makePod('p').claims('once').volume({ rbd: {} }), []);
    addPod?.(placedPod(makePod('f').namespace('other').claims('once', 'more', 'once').volume({ name: 'tmp' })), 1);
    expect(fits()).toEqual([false, false]);
    removePod?.(placedPod(makePod('g').claims('once')), 1);
    expect(fits()).toEqual([false, false]);
    removePod?.(placedPod(makePod('h').claims('once')), 1);
    expect(fits()).toEqual([true, true]);
  });
  test('does not count other claims', () => {
    const { addPod, fits } = prepared(makePod('p').claims('once').volume({ rbd: {} }), []);
    addPod?.(placedPod(makePod('f').claims('more').volume({ persistentVolumeClaim: {} })), 1);
    expect(fits()).toEqual([true, true]);
  });
});

test('without its PreFilter, VolumeRestrictions knows of disks, and fails where they leave it nothing to say', () => {
  const { preFilter: _preFilter, ...rest } = volumeRestrictions;
  const unprepared = definePlugin(rest);
  const disk: Volume = { awsElasticBlockStore: { volumeID: 'v' } };
  const run = (...names: string[]) =>
    runPlugin(unprepared, {
      pod: makePod('p').volume(disk),
      snapshot: makeSnapshot(
        names.map((name) => makeNode(name)),
        [makePod('e').volume(disk).onNode('a')],
      ),
    });
  expect(run('a').filter).toEqual({ a: DISK });
  const unread =
    'running "VolumeRestrictions" filter plugin: cannot read "PreFilterVolumeRestrictions" from cycleState';
  expect(() => run('a', 'b')).toThrow(unread);
  expect(() => runPlugin(unprepared, { pod: { metadata: { name: 'p' } }, snapshot: makeSnapshot(nodes()) })).toThrow(
    unread,
  );
});
