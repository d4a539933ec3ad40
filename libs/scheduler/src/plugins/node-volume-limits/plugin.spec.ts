import type { ClusterObjects } from '../../in-tree-snapshot.js';
import type { Pod } from '../../objects/objects.js';
import { definePlugin } from '../../plugin.js';
import {
  makeClaim,
  makeNode,
  makePod,
  makeSnapshot,
  makeStorageClass,
  makeVolume,
  runPlugin,
  type PodBuilder,
} from '../../testing/index.js';
import { EXCEEDED, bound, claiming, csiNode, limits, verdict, volumes } from '../../testing/volume-limits.js';
import { nodeVolumeLimits } from './plugin.js';

const bare = (name: string) => ({ metadata: { name, namespace: 'default' } });

describe('NodeVolumeLimits before filtering', () => {
  const cases: [name: string, pod: Pod, code: string][] = [
    ['no spec', { metadata: { name: 'p' } }, 'Skip'],
    ['no volume', makePod('p'), 'Skip'],
    ['volumes that are not attached', makePod('p').volume({ name: 'tmp' }).volume({ iscsi: {} }), 'Skip'],
    [
      'a claim',
      makePod('p')
        .volume({ name: 'tmp' })
        .volume({ persistentVolumeClaim: { claimName: 'c' } }),
      'Success',
    ],
    ['an ephemeral volume', makePod('p').volume({ name: 'e', ephemeral: {} }), 'Success'],
    ...(
      [
        'gcePersistentDisk',
        'awsElasticBlockStore',
        'azureDisk',
        'azureFile',
        'cinder',
        'vsphereVolume',
        'portworxVolume',
      ] as const
    ).map((source): [string, PodBuilder, string] => [source, makePod('p').volume({ [source]: {} }), 'Success']),
  ];
  const objects = { persistentVolumeClaims: [makeClaim('c'), makeClaim('p-e').ownedBy('p')] };
  test.each(cases)('%s', (_name, pod, code) => {
    expect(
      runPlugin(nodeVolumeLimits, { pod, snapshot: makeSnapshot([makeNode('n')], [], objects) }).preFilter,
    ).toEqual({ code, reasons: [] });
  });
});

describe('the limit of a node', () => {
  const objects = (count: number, more: ClusterObjects = {}): ClusterObjects => ({
    persistentVolumeClaims: bound('a', 'b', 'c', 'd'),
    persistentVolumes: volumes('a', 'b', 'c', 'd'),
    csiNodes: [csiNode(limits({ 'x.csi': count }))],
    ...more,
  });
  const cases: [
    name: string,
    pod: PodBuilder,
    objects: ClusterObjects,
    there: PodBuilder[],
    want: string | undefined,
  ][] = [
    ['is met', claiming('p', 'c'), objects(3), [claiming('e', 'a', 'b')], undefined],
    ['is exceeded', claiming('p', 'c', 'd'), objects(3), [claiming('e', 'a', 'b')], EXCEEDED],
    ['may be 0', claiming('p', 'c'), objects(0), [], EXCEEDED],
    [
      'does not matter to a pod whose volumes are there',
      claiming('p', 'a'),
      objects(1),
      [claiming('e', 'a'), claiming('f', 'b')],
      undefined,
    ],
    [
      'counts a volume of two pods once',
      claiming('p', 'c'),
      objects(2),
      [claiming('e', 'a'), claiming('f', 'a')],
      undefined,
    ],
    ['counts a volume that the pod names twice once', claiming('p', 'a', 'a'), objects(1), [], undefined],
    [
      'is for its driver alone',
      claiming('p', 'c'),
      objects(1, { persistentVolumes: [...volumes('a', 'b'), makeVolume('c').csi('y.csi', 'c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    [
      'is that of the driver with the least room',
      claiming('p', 'b', 'c'),
      objects(1, {
        persistentVolumes: [...volumes('a', 'b'), makeVolume('c').csi('y.csi', 'c')],
        csiNodes: [csiNode(limits({ 'x.csi': 1, 'y.csi': 9 }))],
      }),
      [claiming('e', 'a')],
      EXCEEDED,
    ],
    [
      'tells handles of two drivers apart',
      claiming('p', 'c'),
      objects(1, { persistentVolumes: [makeVolume('a').csi('y.csi', 'c'), ...volumes('c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    ['needs a CSINode', claiming('p', 'c'), objects(0, { csiNodes: [] }), [], undefined],
    [
      'needs the CSINode of this node',
      claiming('p', 'c'),
      objects(0, { csiNodes: [{ ...csiNode(limits({ 'x.csi': 0 })), metadata: { name: 'm' } }] }),
      [],
      undefined,
    ],
    ['needs a count', claiming('p', 'c'), objects(0, { csiNodes: [csiNode([{ name: 'x.csi' }])] }), [], undefined],
    [
      'needs a count that is not null',
      claiming('p', 'c'),
      objects(0, { csiNodes: [csiNode([{ name: 'x.csi', allocatable: { count: null } }])] }),
      [],
      undefined,
    ],
    [
      'needs an allocatable that is not null',
      claiming('p', 'c'),
      objects(0, { csiNodes: [csiNode([{ name: 'x.csi', allocatable: null }])] }),
      [],
      undefined,
    ],
    ['needs drivers', claiming('p', 'c'), objects(0, { csiNodes: [{ metadata: { name: 'n' } }] }), [], undefined],
    [
      'is that of the last entry',
      claiming('p', 'c'),
      objects(0, { csiNodes: [csiNode([...limits({ 'x.csi': 0 }), ...limits({ 'x.csi': 1 })])] }),
      [],
      undefined,
    ],
    [
      'of another driver is none',
      claiming('p', 'c'),
      objects(0, { csiNodes: [csiNode(limits({ 'y.csi': 0 }))] }),
      [],
      undefined,
    ],
    [
      'does not count volumes that are no CSI volumes',
      claiming('p', 'c'),
      objects(1, { persistentVolumes: [makeVolume('a'), ...volumes('c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    [
      'does not count volumes without handle',
      claiming('p', 'c'),
      objects(1, { persistentVolumes: [makeVolume('a').csi('x.csi', ''), ...volumes('c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    [
      'does not count volumes without driver',
      claiming('p', 'c'),
      objects(1, { persistentVolumes: [makeVolume('a').with({ csi: { volumeHandle: 'h' } }), ...volumes('c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    [
      'does not count volumes that say no handle',
      claiming('p', 'c'),
      objects(1, { persistentVolumes: [makeVolume('a').with({ csi: { driver: 'x.csi' } }), ...volumes('c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    [
      'does not count claims that say nothing',
      claiming('p', 'c'),
      objects(1, { persistentVolumeClaims: [bare('a'), ...bound('c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    [
      'does not count volumes that say nothing',
      claiming('p', 'c'),
      objects(1, { persistentVolumes: [{ metadata: { name: 'a' } }, ...volumes('c')] }),
      [claiming('e', 'a')],
      undefined,
    ],
    [
      'passes over missing claims of pods that are there',
      claiming('p', 'c'),
      objects(1),
      [claiming('e', 'gone')],
      undefined,
    ],
    [
      'does not look at claims of other namespaces',
      claiming('p', 'c'),
      objects(1),
      [claiming('e', 'a').namespace('other')],
      undefined,
    ],
    [
      'does not look at the pods where the new one brings nothing',
      makePod('p').volume({ azureFile: {} }),
      objects(0),
      [makePod('e').volume({ persistentVolumeClaim: {} })],
      undefined,
    ],
    [
      'does not look at the pods where there is none',
      claiming('p', 'c'),
      objects(0, { csiNodes: [] }),
      [makePod('e').volume({ persistentVolumeClaim: {} })],
      undefined,
    ],
  ];
  test.each(cases)('%s', (_name, pod, given, there, want) => expect(verdict(pod, given, there)).toBe(want));
  // Whether any is attached cannot be known from the pod alone, so that the claims of all pods
  // on the node are looked at.
  const unclear = makePod('u').volume({ azureFile: {} });
  test.each(cases)('%s, where every claim is looked at', (_name, pod, given, there, want) =>
    expect(verdict(pod, given, [...there, unclear])).toBe(want),
  );

  test('holds without PreFilter too', () => {
    const { preFilter: _preFilter, ...rest } = nodeVolumeLimits;
    const run = (pod: Pod) =>
      runPlugin(definePlugin(rest), { pod, snapshot: makeSnapshot([makeNode('n')], [], objects(0)) }).filter;
    expect([run(claiming('p', 'a')), run(makePod('p')), run({ metadata: { name: 'p' } })]).toEqual([
      { n: EXCEEDED },
      {},
      {},
    ]);
  });
});

describe('what cannot be counted', () => {
  const objects: ClusterObjects = {
    persistentVolumeClaims: [
      makeClaim('p-own').ownedBy('p').of('x'),
      makeClaim('p-foreign').ownedBy('q'),
      makeClaim('e-foreign'),
      ...bound('a'),
    ],
    persistentVolumes: volumes('a'),
    storageClasses: [makeStorageClass('x')],
    csiNodes: [csiNode(limits({ 'x.csi': 1 }))],
  };
  const ephemeral = (pod: string, name: string): PodBuilder => makePod(pod).volume({ name, ephemeral: {} });
  const missing = (claim: string) =>
    `UnschedulableAndUnresolvable: looking up PVC default/${claim}: persistentvolumeclaim "${claim}" not found`;

  test('a claim that is not there', () => expect(verdict(claiming('p', 'a', 'gone'), objects)).toBe(missing('gone')));
  test('an ephemeral claim that is not there', () =>
    expect(verdict(ephemeral('p', 'late'), objects)).toBe(missing('p-late')));
  test('an ephemeral claim of the pod is counted', () => {
    expect([
      verdict(ephemeral('p', 'own'), objects),
      verdict(ephemeral('p', 'own'), objects, [claiming('f', 'a')]),
    ]).toEqual([undefined, EXCEEDED]);
  });
  const nameless = 'converting volume() from inline to csi: kind(Shared) is not supported in csi migration';
  const azure: ClusterObjects = { ...objects, csiNodes: [csiNode(limits({ 'disk.csi.azure.com': 9 }))] };
  test('an ephemeral volume of a pod without name', () =>
    expect(verdict({ spec: { volumes: [{ name: 'v', ephemeral: {} }] } }, objects)).toBe(
      'UnschedulableAndUnresolvable: looking up PVC /-v: persistentvolumeclaim "-v" not found',
    ));
  test('a disk that no driver knows, of a volume without name', () =>
    expect(() => verdict(makePod('p').volume({ azureDisk: { kind: 'Shared' } }), azure)).toThrow(
      `running "NodeVolumeLimits" filter plugin: ${nameless}`,
    ));
  const errors: [name: string, pod: PodBuilder, there: PodBuilder[], message: string][] = [
    [
      'a claim without a name',
      makePod('p').volume({ persistentVolumeClaim: {} }),
      [],
      'PersistentVolumeClaim had no name',
    ],
    [
      'an ephemeral claim of another pod',
      ephemeral('p', 'foreign'),
      [],
      'PVC default/p-foreign was not created for pod default/p (pod is not owner)',
    ],
    [
      'a claim without a name on the node',
      claiming('p', 'a'),
      [makePod('e').volume({ persistentVolumeClaim: {} })],
      'PersistentVolumeClaim had no name',
    ],
    [
      'an ephemeral claim of another pod on the node',
      claiming('p', 'a'),
      [ephemeral('e', 'foreign')],
      'PVC default/e-foreign was not created for pod default/e (pod is not owner)',
    ],
  ];
  test('ends the attempt whether the node limits the driver, and however many it takes', () => {
    const broken = [makePod('e').volume({ persistentVolumeClaim: {} })];
    for (const drivers of [limits({ 'x.csi': 9 }), limits({ 'y.csi': 9 })]) {
      expect(() => verdict(claiming('p', 'a'), { ...objects, csiNodes: [csiNode(drivers)] }, broken)).toThrow(
        'PersistentVolumeClaim had no name',
      );
    }
  });
  test('is not looked at where the pod brings nothing', () => {
    expect(
      verdict(makePod('p').volume({ azureFile: {} }), objects, [makePod('e').volume({ persistentVolumeClaim: {} })]),
    ).toBeUndefined();
  });
  test.each(errors)('%s', (_name, pod, there, message) =>
    expect(() => verdict(pod, objects, there)).toThrow(`running "NodeVolumeLimits" filter plugin: ${message}`),
  );
});
