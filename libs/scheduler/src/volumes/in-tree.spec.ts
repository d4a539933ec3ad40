import type { MigratedSources, NodeSelectorTerm } from '../objects/objects.js';
import { makeVolume, type VolumeBuilder } from '../testing/index.js';
import { csiTopology } from './csi-topology.js';
import { inlineCsiVolume, persistentCsiVolume, type CsiVolume, type Untranslatable } from './csi-volume.js';
import { countsAsCsi, inTreePluginNamed, inTreePluginOf, reachesAsCsi } from './in-tree-plugins.js';
import { reachable, VolumeReach } from './volume-reach.js';

const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const BETA_REGION = 'failure-domain.beta.kubernetes.io/region';
const csiNode = (migrated?: string) => ({
  metadata: {
    name: 'n',
    ...(migrated !== undefined && { annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migrated } }),
  },
});

describe('an in-tree plugin', () => {
  const cases: [
    source: keyof MigratedSources,
    name: string,
    driver: string,
    counted: [unsaid: boolean, said: boolean],
    reaches: boolean,
  ][] = [
    ['gcePersistentDisk', 'kubernetes.io/gce-pd', 'pd.csi.storage.gke.io', [true, true], true],
    ['awsElasticBlockStore', 'kubernetes.io/aws-ebs', 'ebs.csi.aws.com', [true, true], true],
    ['cinder', 'kubernetes.io/cinder', 'cinder.csi.openstack.org', [true, true], true],
    ['azureDisk', 'kubernetes.io/azure-disk', 'disk.csi.azure.com', [true, true], true],
    ['azureFile', 'kubernetes.io/azure-file', 'file.csi.azure.com', [false, false], false],
    ['vsphereVolume', 'kubernetes.io/vsphere-volume', 'csi.vsphere.vmware.com', [false, false], false],
    ['portworxVolume', 'kubernetes.io/portworx-volume', 'pxd.portworx.com', [false, true], true],
  ];
  test.each(cases)('%s', (source, name, driver, counted, reaches) => {
    const plugin = inTreePluginOf({ [source]: {} });
    expect([plugin?.name, plugin?.driver, inTreePluginNamed(name)]).toEqual([name, driver, plugin]);
    if (plugin === undefined) throw new Error(`${source} has no plugin`);
    expect([undefined, csiNode('other'), csiNode(`other,${name}`)].map((node) => countsAsCsi(plugin, node))).toEqual([
      false,
      ...counted,
    ]);
    expect(
      [undefined, csiNode(), csiNode(''), csiNode('other'), csiNode(`other,${name}`), csiNode(name)].map((node) =>
        reachesAsCsi(plugin, node),
      ),
    ).toEqual([false, false, false, false, reaches, reaches]);
  });
  test('is none of other volumes', () =>
    expect([
      inTreePluginOf({}),
      inTreePluginOf({ cinder: null }),
      inTreePluginNamed('x.csi'),
      inTreePluginNamed(''),
    ]).toEqual(Array(4).fill(undefined)));
});

describe('the CSI volume', () => {
  const translated = (volume: VolumeBuilder): CsiVolume | Untranslatable | undefined => {
    const plugin = inTreePluginOf(volume.spec);
    return plugin && persistentCsiVolume(volume, plugin);
  };
  const inline = (volume: MigratedSources): CsiVolume | Untranslatable | undefined => {
    const plugin = inTreePluginOf(volume);
    return plugin && inlineCsiVolume(volume, plugin);
  };
  const ebs = (volumeID: string): MigratedSources => ({ awsElasticBlockStore: { volumeID } });
  const handle = (text: string, driver = 'ebs.csi.aws.com'): CsiVolume => ({ driver, handle: text });
  const invalid = (id: string): Untranslatable => ({
    problem: `failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (${id})`,
  });
  const sources: [name: string, source: MigratedSources, want: CsiVolume | Untranslatable][] = [
    ['an EBS volume', ebs('vol-1'), handle('vol-1')],
    ['an EBS volume of any name', ebs('disk/x'), handle('disk/x')],
    ['an EBS volume in a zone', ebs('aws://us-east-1a/vol-1'), handle('vol-1')],
    ['an EBS volume in no zone', ebs('aws:///vol-1'), handle('vol-1')],
    ['an EBS volume with slashes about it', ebs('aws:////vol-1//'), handle('vol-1')],
    ['an EBS volume with a query', ebs('aws://z/vol-1?x=/y#z'), handle('vol-1')],
    ['an EBS volume with a fragment', ebs('aws://z/vol-1#z'), handle('vol-1')],
    ['an EBS volume that is only a zone', ebs('aws://vol-1'), invalid('aws://vol-1')],
    ['an EBS volume of another form', ebs('aws://z/disk'), invalid('aws://z/disk')],
    ['an EBS volume with something before it', ebs('aws://z/a-vol-1'), invalid('aws://z/a-vol-1')],
    ['an EBS volume with something behind it', ebs('aws://z/vol-1/x'), invalid('aws://z/vol-1/x')],
    ['an EBS volume without id', { awsElasticBlockStore: {} }, handle('')],
    ['a Cinder volume', { cinder: { volumeID: 'v' } }, handle('v', 'cinder.csi.openstack.org')],
    ['a Cinder volume without id', { cinder: {} }, handle('', 'cinder.csi.openstack.org')],
    ['a Portworx volume', { portworxVolume: { volumeID: 'v' } }, handle('v', 'pxd.portworx.com')],
    ['a Portworx volume without id', { portworxVolume: {} }, handle('', 'pxd.portworx.com')],
    ['an Azure disk', { azureDisk: { diskURI: 'd' } }, handle('d', 'disk.csi.azure.com')],
    ['a managed Azure disk', { azureDisk: { diskURI: 'd', kind: 'MANAGED' } }, handle('d', 'disk.csi.azure.com')],
    ['an Azure disk of kind null', { azureDisk: { kind: null } }, handle('', 'disk.csi.azure.com')],
    [
      'an Azure disk of another kind',
      { azureDisk: { diskURI: 'd', kind: 'Dedicated' } },
      { problem: 'kind(Dedicated) is not supported in csi migration' },
    ],
    [
      'a GCE disk',
      { gcePersistentDisk: { pdName: 'd' } },
      handle('projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d', 'pd.csi.storage.gke.io'),
    ],
    [
      'a GCE disk without name',
      { gcePersistentDisk: {} },
      handle('projects/UNSPECIFIED/zones/UNSPECIFIED/disks/', 'pd.csi.storage.gke.io'),
    ],
    ['an Azure file', { azureFile: {} }, { problem: 'kube-scheduler does not translate azureFile' }],
    ['a vSphere volume', { vsphereVolume: {} }, { problem: 'kube-scheduler does not translate vsphereVolume' }],
  ];
  test.each(sources)('of %s', (_name, source, want) =>
    expect([inline(source), translated(makeVolume('v').with(source))]).toEqual([want, want]),
  );

  const zones: [name: string, labels: Record<string, string>, want: string | Untranslatable][] = [
    ['a zone', { [ZONE]: 'us-a' }, 'zones/us-a'],
    ['a zone by its old name', { [BETA_ZONE]: 'us-a' }, 'zones/us-a'],
    ['both names', { [ZONE]: 'new', [BETA_ZONE]: 'old' }, 'zones/old'],
    ['an empty old name', { [ZONE]: 'new', [BETA_ZONE]: '' }, 'zones/new'],
    ['two zones of a region', { [ZONE]: 'us-central1-a__us-central1-b' }, 'regions/us-central1'],
    [
      'two regions',
      { [ZONE]: 'us-west1-a__us-central1-b' },
      {
        problem:
          'failed to get region from zones: multiple or no regions gotten from zones, got: ' +
          'map[us-central1:{} us-west1:{}]',
      },
    ],
    [
      'zones of another form',
      { [ZONE]: 'us-central1-a__b' },
      {
        problem:
          'failed to get region from zones: zone in unexpected format, expected: {locale}-{region}-{zone}, got: b',
      },
    ],
  ];
  test.each(zones)('of a GCE disk in %s', (_name, labels, want) => {
    expect(
      translated(
        makeVolume('v')
          .with({ gcePersistentDisk: { pdName: 'd' } })
          .labels(labels),
      ),
    ).toEqual(
      typeof want === 'string' ? handle(`projects/UNSPECIFIED/${want}/disks/d`, 'pd.csi.storage.gke.io') : want,
    );
  });
});

describe('the topology of a CSI driver', () => {
  const KEY = 'topology.ebs.csi.aws.com/zone';
  const term = (...pairs: [key: string, ...values: string[]][]): NodeSelectorTerm => ({
    matchExpressions: pairs.map(([key, ...values]) => ({ key, operator: 'In', values })),
  });
  const named: NodeSelectorTerm = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] };
  const cases: [name: string, volume: VolumeBuilder, want: readonly NodeSelectorTerm[] | null][] = [
    ['of a volume without affinity and labels', makeVolume('v'), null],
    [
      'renames zones',
      makeVolume('v').reachedBy(term([ZONE, 'a'], ['disk', 'ssd']), term([ZONE, 'b'])),
      [term([KEY, 'a'], ['disk', 'ssd']), term([KEY, 'b'])],
    ],
    [
      'renames old zones, and regions to their new name',
      makeVolume('v').reachedBy(term([BETA_ZONE, 'a'], [BETA_REGION, 'r'])),
      [term([KEY, 'a'], [REGION, 'r'])],
    ],
    [
      'leaves old names alone beside a new zone',
      makeVolume('v').reachedBy(term([ZONE, 'a'], [BETA_ZONE, 'b'], [BETA_REGION, 'r'])),
      [term([KEY, 'a'], [BETA_ZONE, 'b'], [BETA_REGION, 'r'])],
    ],
    ['takes the zone from the labels', makeVolume('v').labels({ [ZONE]: 'a' }), [term([KEY, 'a'])]],
    [
      'takes zones from the labels, once each',
      makeVolume('v').labels({ [ZONE]: 'a__b__ a __' }),
      [term([KEY, 'a', 'b'])],
    ],
    ['takes the old zone from the labels', makeVolume('v').labels({ [BETA_ZONE]: 'a' }), [term([KEY, 'a'])]],
    ['takes the new zone of both', makeVolume('v').labels({ [ZONE]: 'a', [BETA_ZONE]: 'b' }), [term([KEY, 'a'])]],
    [
      'does not look at labels where there are zones',
      makeVolume('v')
        .reachedBy(term([ZONE, 'a']))
        .labels({ [ZONE]: 'b' }),
      [term([KEY, 'a'])],
    ],
    [
      "looks at the labels of the affinity's time",
      makeVolume('v')
        .reachedBy({ matchExpressions: [{ key: BETA_ZONE, operator: 'Exists' }] })
        .labels({ [ZONE]: 'b', [BETA_ZONE]: 'c' }),
      [
        {
          matchExpressions: [
            { key: BETA_ZONE, operator: 'Exists' },
            { key: KEY, operator: 'In', values: ['c'] },
          ],
        },
      ],
    ],
    [
      'adds the zone to every term',
      makeVolume('v')
        .reachedBy(term(['disk', 'ssd']), named)
        .labels({ [ZONE]: 'a' }),
      [term(['disk', 'ssd'], [KEY, 'a']), { ...named, ...term([KEY, 'a']) }],
    ],
    [
      'makes a term where there is none',
      makeVolume('v')
        .reachedBy()
        .labels({ [ZONE]: 'a' }),
      [term([KEY, 'a'])],
    ],
    ['of no term without labels', makeVolume('v').reachedBy(), []],
    ['of an empty label', makeVolume('v').labels({ [ZONE]: '' }), null],
    [
      'renames old regions where the old zone is a label',
      makeVolume('v')
        .reachedBy(term([BETA_REGION, 'r']))
        .labels({ [BETA_ZONE]: 'a' }),
      [term([REGION, 'r'], [KEY, 'a'])],
    ],
    [
      'leaves old regions without old zone',
      makeVolume('v').reachedBy(term([BETA_REGION, 'r'])),
      [term([BETA_REGION, 'r'])],
    ],
    [
      'keeps terms about names',
      makeVolume('v').reachedBy(named, term([ZONE, 'a'])),
      [{ ...named, matchExpressions: [] }, term([KEY, 'a'])],
    ],
  ];
  test.each(cases)('%s', (_name, volume, want) => expect(csiTopology(volume, KEY)).toEqual(want));
});

describe('whether a node reaches a volume', () => {
  const inZone = (key: string): NodeSelectorTerm => ({ matchExpressions: [{ key, operator: 'In', values: ['a'] }] });
  const cases: [name: string, volume: VolumeBuilder, want: boolean[]][] = [
    ['without affinity', makeVolume('v'), [true, true]],
    ['with an affinity that requires nothing', makeVolume('v').with({ nodeAffinity: {} }), [true, true]],
    ['with an affinity of null', makeVolume('v').with({ nodeAffinity: { required: null } }), [true, true]],
    ['with no term', makeVolume('v').reachedBy(), [false, false]],
    [
      'with terms of null',
      makeVolume('v').with({ nodeAffinity: { required: { nodeSelectorTerms: null } } }),
      [false, false],
    ],
    ['by its labels', makeVolume('v').inZones('a', 'c'), [true, false]],
    ['by one of two terms', makeVolume('v').reachedBy(inZone('other'), inZone('zone')), [true, false]],
    [
      'with a term that cannot be read',
      makeVolume('v').reachedBy(
        { matchExpressions: [{ key: 'zone', operator: 'Near', values: ['a'] }] },
        inZone('zone'),
      ),
      [true, false],
    ],
    [
      'names are not asked',
      makeVolume('v').reachedBy({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['elsewhere'] }] }),
      [true, true],
    ],
  ];
  test.each(cases)('%s', (_name, volume, want) => {
    const labels = [{ zone: 'a' }, { zone: 'b' }];
    expect(labels.map((one) => reachable(volume)(one))).toEqual(want);
    expect(labels.map((one) => new VolumeReach(volume).isReachable(one, csiNode('kubernetes.io/aws-ebs')))).toEqual(
      want,
    );
  });

  const [plain, driver] = [{ [ZONE]: 'a' }, { 'topology.ebs.csi.aws.com/zone': 'a' }];
  test("an in-tree volume is reached by its driver's topology where the node says that it has the driver", () => {
    const reach = new VolumeReach(
      makeVolume('v')
        .with({ awsElasticBlockStore: { volumeID: 'vol-1' } })
        .reachedBy(inZone(ZONE)),
    );
    const asked = [undefined, csiNode(), csiNode('kubernetes.io/aws-ebs')].map((node) =>
      [plain, driver].map((labels) => reach.isReachable(labels, node)),
    );
    expect(asked).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });
  test('one whose driver has no topology is reached as ever', () => {
    const reach = new VolumeReach(
      makeVolume('v')
        .with({ azureDisk: { diskURI: 'd' } })
        .reachedBy(inZone(ZONE)),
    );
    expect([plain, driver].map((labels) => reach.isReachable(labels, csiNode('kubernetes.io/azure-disk')))).toEqual([
      true,
      false,
    ]);
  });
  test('one that cannot be translated says why, where it would have to be', () => {
    const reach = new VolumeReach(
      makeVolume('v')
        .with({ azureDisk: { kind: 'Shared' } })
        .reachedBy(inZone(ZONE)),
    );
    expect([csiNode(), csiNode('kubernetes.io/azure-disk')].map((node) => reach.isReachable(plain, node))).toEqual([
      true,
      { problem: 'kind(Shared) is not supported in csi migration' },
    ]);
  });
});
