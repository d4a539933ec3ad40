import type { ClusterObjects, Pod, Volume } from '../../objects.js';
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
import { nodeVolumeLimits } from './plugin.js';

const EXCEEDED = 'Unschedulable: node(s) exceed max volume count';
const MIGRATED = 'storage.alpha.kubernetes.io/migrated-plugins';

type Limits = readonly { readonly name: string; readonly allocatable?: { readonly count?: number | null } | null }[];
const limits = (drivers: Record<string, number>): Limits =>
  Object.entries(drivers).map(([name, count]) => ({ name, allocatable: { count } }));
const csiNode = (drivers: Limits, migrated = '') => ({
  metadata: { name: 'n', annotations: { [MIGRATED]: migrated } },
  spec: { drivers },
});
const volumes = (...names: string[]) => names.map((name) => makeVolume(name).csi('x.csi', name));
const bare = (name: string) => ({ metadata: { name, namespace: 'default' } });
const bound = (...names: string[]) => names.map((name) => makeClaim(name).boundTo(name));
const attachment = (attacher: string, persistentVolumeName: string | null, nodeName = 'n') => ({
  metadata: { name: `${attacher}-${persistentVolumeName}` },
  spec: { attacher, nodeName, source: { persistentVolumeName } },
});

function verdict(pod: Pod, objects: ClusterObjects, there: readonly PodBuilder[] = []): string | undefined {
  return runPlugin(nodeVolumeLimits, {
    pod,
    snapshot: makeSnapshot(
      [makeNode('n')],
      there.map((one) => one.onNode('n')),
      objects,
    ),
  }).filter['n'];
}
const claiming = (name: string, ...names: string[]): PodBuilder => makePod(name).claims(...names);

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
  // Whether any is attached cannot be told from the pod alone, so that the claims of all pods on the node are looked at.
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

describe('a claim without volume', () => {
  const classes = [
    makeStorageClass('x'),
    makeStorageClass('ebs', { provisioner: 'kubernetes.io/aws-ebs' }),
    makeStorageClass('vsphere', { provisioner: 'kubernetes.io/vsphere-volume' }),
    makeStorageClass('none', { provisioner: '' }),
    { metadata: { name: 'bare' } },
  ];
  const cases: [name: string, claim: ReturnType<typeof makeClaim>, want: string | undefined][] = [
    ["counts for its class's provisioner", makeClaim('c').of('x'), EXCEEDED],
    ['counts when its volume is not there', makeClaim('c').of('x').boundTo('gone'), EXCEEDED],
    ['counts for the driver that took its provisioner over', makeClaim('c').of('ebs'), EXCEEDED],
    ['of a provisioner that no driver took over', makeClaim('c').of('vsphere'), undefined],
    ['of a class without provisioner', makeClaim('c').of('none'), undefined],
    ['of a class that says nothing', makeClaim('c').of('bare'), undefined],
    ['without class', makeClaim('c'), undefined],
    ['of a class that is not there', makeClaim('c').of('gone'), undefined],
  ];
  const drivers = limits({
    'x.csi': 0,
    'ebs.csi.aws.com': 0,
    'csi.vsphere.vmware.com': 0,
    'kubernetes.io/vsphere-volume': 0,
    'kubernetes.io/aws-ebs': 0,
    '': 0,
  });
  test.each(cases)('%s', (_name, claim, want) => {
    expect(
      verdict(claiming('p', 'c'), {
        persistentVolumeClaims: [claim],
        storageClasses: classes,
        csiNodes: [csiNode(drivers)],
      }),
    ).toBe(want);
  });
  test('is one volume of several pods, and not that of another claim', () => {
    const objects = {
      persistentVolumeClaims: [
        makeClaim('c').of('x'),
        makeClaim('d').of('x'),
        makeClaim('c').namespace('other').of('x'),
      ],
      storageClasses: classes,
      csiNodes: [csiNode(limits({ 'x.csi': 1 }))],
    };
    expect([
      verdict(claiming('p', 'c'), objects, [claiming('e', 'c')]),
      verdict(claiming('p', 'd'), objects, [claiming('e', 'c')]),
    ]).toEqual([undefined, EXCEEDED]);
    expect(verdict(claiming('p', 'c').namespace('other'), objects, [claiming('e', 'c')])).toBe(EXCEEDED);
  });
  test('is no volume whose handle is its name', () => {
    const objects = {
      persistentVolumeClaims: [makeClaim('c').of('x'), makeClaim('d').boundTo('v')],
      persistentVolumes: [makeVolume('v').csi('x.csi', 'default/c')],
      storageClasses: classes,
      csiNodes: [csiNode(limits({ 'x.csi': 1 }))],
    };
    expect(verdict(claiming('p', 'c'), objects, [claiming('e', 'd')])).toBe(EXCEEDED);
  });
});

describe('a volume of an in-tree plugin', () => {
  const one = (driver: string, migrated = '', count = 0): ClusterObjects => ({
    csiNodes: [csiNode(limits({ [driver]: count }), migrated)],
  });
  const cases: [name: string, volume: Volume, objects: ClusterObjects, want: string | undefined][] = [
    ['EBS', { awsElasticBlockStore: { volumeID: 'v' } }, one('ebs.csi.aws.com'), EXCEEDED],
    ['GCE', { gcePersistentDisk: { pdName: 'd' } }, one('pd.csi.storage.gke.io'), EXCEEDED],
    ['Cinder', { cinder: { volumeID: 'v' } }, one('cinder.csi.openstack.org'), EXCEEDED],
    ['Azure disk', { azureDisk: { diskURI: 'd' } }, one('disk.csi.azure.com'), EXCEEDED],
    ['Azure file is not counted', { azureFile: {} }, one('file.csi.azure.com', 'kubernetes.io/azure-file'), undefined],
    [
      'vSphere is not counted',
      { vsphereVolume: {} },
      one('csi.vsphere.vmware.com', 'kubernetes.io/vsphere-volume'),
      undefined,
    ],
    [
      'Portworx, where the node says so',
      { portworxVolume: { volumeID: 'v' } },
      one('pxd.portworx.com', 'kubernetes.io/aws-ebs,kubernetes.io/portworx-volume'),
      EXCEEDED,
    ],
    [
      'Portworx, where the node says otherwise',
      { portworxVolume: { volumeID: 'v' } },
      one('pxd.portworx.com', 'kubernetes.io/aws-ebs'),
      undefined,
    ],
    ['without a CSINode', { awsElasticBlockStore: { volumeID: 'v' } }, {}, undefined],
    ['of no plugin', { rbd: {} }, one('ebs.csi.aws.com'), undefined],
  ];
  test.each(cases)('%s, named by the pod', (_name, volume, objects, want) =>
    expect(verdict(makePod('p').volume({ name: 'v', ...volume }), objects)).toBe(want),
  );
  test.each(cases)(
    '%s, behind a claim',
    (
      _name,
      { name: _ignored, persistentVolumeClaim: _claim, ephemeral: _ephemeral, iscsi: _iscsi, rbd: _rbd, ...source },
      objects,
      want,
    ) => {
      const storage = { persistentVolumeClaims: bound('c'), persistentVolumes: [makeVolume('c').with(source)] };
      expect(verdict(claiming('p', 'c'), { ...objects, ...storage })).toBe(want);
    },
  );

  test('is the same volume behind a claim and named by a pod', () => {
    const storage = {
      persistentVolumeClaims: bound('c'),
      persistentVolumes: [makeVolume('c').with({ awsElasticBlockStore: { volumeID: 'aws://zone/vol-1' } })],
    };
    expect(
      verdict(claiming('p', 'c'), { ...one('ebs.csi.aws.com', '', 1), ...storage }, [
        makePod('e').volume({ awsElasticBlockStore: { volumeID: 'vol-1' } }),
      ]),
    ).toBeUndefined();
    expect(
      verdict(claiming('p', 'c'), { ...one('ebs.csi.aws.com', '', 1), ...storage }, [
        makePod('e').volume({ awsElasticBlockStore: { volumeID: 'vol-2' } }),
      ]),
    ).toBe(EXCEEDED);
  });
  test('that cannot be translated is an error where the pod names it, and not counted behind a claim', () => {
    const broken: Volume = { awsElasticBlockStore: { volumeID: 'aws://zone/disk' } };
    const why =
      'converting volume(v) from inline to csi: failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://zone/disk)';
    expect(() => verdict(makePod('p').volume({ name: 'v', ...broken }), one('ebs.csi.aws.com'))).toThrow(
      `running "NodeVolumeLimits" filter plugin: ${why}`,
    );
    const storage = {
      persistentVolumeClaims: bound('c', 'd'),
      persistentVolumes: [
        makeVolume('c').with({ awsElasticBlockStore: { volumeID: 'aws://zone/disk' } }),
        makeVolume('d').csi('ebs.csi.aws.com', 'd'),
      ],
    };
    expect(verdict(claiming('p', 'c'), { ...one('ebs.csi.aws.com'), ...storage })).toBeUndefined();
    expect(() =>
      verdict(claiming('p', 'd'), { ...one('ebs.csi.aws.com', '', 5), ...storage }, [
        makePod('e').volume({ name: 'v', ...broken }),
      ]),
    ).toThrow(why);
  });
});

describe('VolumeAttachments', () => {
  const objects = (count: number, ...volumeAttachments: object[]): ClusterObjects => ({
    persistentVolumeClaims: bound('a', 'b'),
    persistentVolumes: [
      ...volumes('a', 'b', 'c'),
      makeVolume('local'),
      makeVolume('handleless').with({ csi: { driver: 'x.csi' } }),
      { metadata: { name: 'bare' } },
    ],
    csiNodes: [csiNode(limits({ 'x.csi': count }))],
    volumeAttachments,
  });
  const cases: [name: string, count: number, attachments: object[], want: string | undefined][] = [
    ['count', 1, [attachment('x.csi', 'c')], EXCEEDED],
    ['count beside pods', 2, [attachment('x.csi', 'c')], undefined],
    ['count twice for a volume that the pod wants, as upstream', 1, [attachment('x.csi', 'a')], EXCEEDED],
    ['count a volume once', 2, [attachment('x.csi', 'c'), attachment('x.csi', 'c')], undefined],
    ['add up', 2, [attachment('x.csi', 'c'), attachment('x.csi', 'b')], EXCEEDED],
    ['to other nodes do not count', 1, [attachment('x.csi', 'c', 'm')], undefined],
    ['of other drivers do not count', 1, [attachment('y.csi', 'c')], undefined],
    ['without driver do not count', 1, [attachment('', 'c')], undefined],
    [
      'without node do not count',
      1,
      [{ spec: { attacher: 'x.csi', source: { persistentVolumeName: 'c' } } }],
      undefined,
    ],
    ['of volumes without handle count', 1, [attachment('x.csi', 'handleless')], EXCEEDED],
    ['without volume do not count', 1, [attachment('x.csi', null)], undefined],
    ['of volumes that are not there do not count', 1, [attachment('x.csi', 'gone')], undefined],
    ['of volumes that are no CSI volumes do not count', 1, [attachment('x.csi', 'local')], undefined],
    ['of volumes that say nothing do not count', 1, [attachment('x.csi', 'bare')], undefined],
    ['without spec do not count', 1, [{ metadata: { name: 'empty' } }], undefined],
  ];
  test.each(cases)('%s', (_name, count, attachments, want) =>
    expect(verdict(claiming('p', 'a'), objects(count, ...attachments))).toBe(want),
  );
  test('that pods on the node account for do not count', () => {
    expect(verdict(claiming('p', 'a'), objects(2, attachment('x.csi', 'b')), [claiming('e', 'b')])).toBeUndefined();
    expect(verdict(claiming('p', 'a'), objects(1, attachment('x.csi', 'b')), [claiming('e', 'b')])).toBe(EXCEEDED);
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
