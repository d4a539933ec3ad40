import type { ClusterObjects } from '../../in-tree-snapshot.js';
import type { Volume } from '../../objects/objects.js';
import { makeClaim, makePod, makeStorageClass, makeVolume } from '../../testing/index.js';
import { EXCEEDED, bound, claiming, csiNode, limits, verdict, volumes } from '../../testing/volume-limits.js';

const attachment = (attacher: string, persistentVolumeName: string | null, nodeName = 'n') => ({
  metadata: { name: `${attacher}-${persistentVolumeName}` },
  spec: { attacher, nodeName, source: { persistentVolumeName } },
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
      'converting volume(v) from inline to csi: failed to translate Kubernetes ID to EBS Volume ID Invalid format ' +
      'for AWS volume (aws://zone/disk)';
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
