import type { Cluster } from '../model.js';
import type {
  CsiStorageCapacityObject,
  NodeObject,
  NodeSelector,
  PersistentVolumeClaimObject,
  PersistentVolumeObject,
  PodObject,
  StorageClassObject,
} from '../objects.js';
import { volumeBinding } from './volume-binding.js';

const node: NodeObject = { metadata: { name: 'a', labels: { zone: '1' } } };
const NODE = "node(s) didn't match PersistentVolume's node affinity";
const BIND = "node(s) didn't find available persistent volumes to bind";
const SPACE = 'node(s) did not have enough free storage';
const GONE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
type ClaimSpec = NonNullable<PersistentVolumeClaimObject['spec']>;
type VolumeSpec = NonNullable<PersistentVolumeObject['spec']>;

const claim = (
  name: string,
  spec: ClaimSpec & { annotations?: Record<string, string>; storage?: string } = {},
): PersistentVolumeClaimObject => {
  const { annotations = {}, storage = '5Gi', ...rest } = spec;
  return {
    metadata: { name, namespace: 'default', uid: `uid-${name}`, annotations },
    spec: { storageClassName: 'wait', accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, ...rest },
  };
};
const boundClaim = (name: string): PersistentVolumeClaimObject =>
  claim(name, { volumeName: `pv-${name}`, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } });
const volume = (name: string, storage: string, spec: VolumeSpec = {}, phase = 'Available'): PersistentVolumeObject => ({
  metadata: { name, labels: { name } },
  spec: { storageClassName: 'wait', accessModes: ['ReadWriteOnce'], capacity: { storage }, ...spec },
  status: { phase },
});
const inZone = (zone: string, key = 'zone'): { nodeAffinity: { required: NodeSelector } } => ({
  nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [zone] }] }] } },
});
const classes: readonly StorageClassObject[] = [
  {
    metadata: { name: 'wait' },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  },
  { metadata: { name: 'make' }, provisioner: 'd', volumeBindingMode: 'WaitForFirstConsumer' },
  {
    metadata: { name: 'make-there' },
    provisioner: 'd',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['2'] }] }],
  },
  { metadata: { name: 'now' }, provisioner: 'd', volumeBindingMode: 'Immediate' },
  { metadata: { name: 'modeless' }, provisioner: 'd' },
];
const podWith = (...claims: readonly PersistentVolumeClaimObject[]): PodObject => ({
  metadata: { name: 'p', namespace: 'default' },
  spec: {
    volumes: claims.map(({ metadata }) => ({ name: 'v', persistentVolumeClaim: { claimName: metadata?.name ?? '' } })),
  },
});
const clusterOf = (
  claims: readonly PersistentVolumeClaimObject[],
  volumes: readonly PersistentVolumeObject[],
  more: Cluster['objects'] = {},
): Cluster => ({
  nodes: [node],
  pods: [],
  nominated: [],
  objects: { persistentVolumeClaims: claims, persistentVolumes: volumes, storageClasses: classes, ...more },
});

const publishing = (...csiStorageCapacities: readonly CsiStorageCapacityObject[]): Cluster['objects'] => ({
  csiDrivers: [{ metadata: { name: 'd' }, spec: { storageCapacity: true } }],
  csiStorageCapacities,
});
const capacity = (size: string, zone: string, maximumVolumeSize?: string): CsiStorageCapacityObject => ({
  storageClassName: 'make',
  capacity: size,
  ...(maximumVolumeSize !== undefined && { maximumVolumeSize }),
  nodeTopology: { matchLabels: { zone } },
});
const selected = (name: string, on: string): PersistentVolumeClaimObject =>
  claim(name, { storageClassName: 'make', annotations: { 'volume.kubernetes.io/selected-node': on } });
const make = claim('m', { storageClassName: 'make' });
const ebsHere: Cluster['objects'] = {
  csiNodes: [
    {
      metadata: { name: 'a', annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': 'kubernetes.io/aws-ebs' } },
    },
  ],
};
const ebs: VolumeSpec = { awsElasticBlockStore: { volumeID: 'vol-1' } };

test.each<
  [
    string,
    readonly PersistentVolumeClaimObject[],
    readonly PersistentVolumeObject[],
    Cluster['objects'],
    readonly string[],
  ]
>([
  ['bound, and reachable', [boundClaim('c')], [volume('pv-c', '5Gi', inZone('1'))], {}, []],
  ['bound, and elsewhere', [boundClaim('c')], [volume('pv-c', '5Gi', inZone('2'))], {}, [NODE]],
  ['bound to nothing', [boundClaim('c')], [], {}, [GONE]],
  [
    "fields of a volume's affinity are not asked",
    [boundClaim('c')],
    [
      volume('pv-c', '5Gi', {
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] }] },
        },
      }),
    ],
    {},
    [],
  ],
  [
    'an affinity without terms',
    [boundClaim('c')],
    [volume('pv-c', '5Gi', { nodeAffinity: { required: {} } })],
    {},
    [NODE],
  ],
  [
    "an in-tree zone where the node speaks the driver's words",
    [boundClaim('c')],
    [volume('pv-c', '5Gi', { ...ebs, ...inZone('1', 'topology.kubernetes.io/zone') })],
    ebsHere,
    [NODE],
  ],
  ['an in-tree zone where it does not', [boundClaim('c')], [volume('pv-c', '5Gi', { ...ebs, ...inZone('1') })], {}, []],
  ['a volume of the size', [claim('c')], [volume('v', '5Gi')], {}, []],
  ['a volume that is too small', [claim('c')], [volume('v', '4Gi')], {}, [BIND]],
  ['a volume elsewhere', [claim('c')], [volume('v', '5Gi', inZone('2'))], {}, [BIND]],
  [
    'a volume that is taken',
    [claim('c')],
    [volume('v', '5Gi', { claimRef: { namespace: 'default', name: 'other' } })],
    {},
    [BIND],
  ],
  ['a volume that is released', [claim('c')], [volume('v', '5Gi', {}, 'Released')], {}, [BIND]],
  ['a volume of another mode', [claim('c')], [volume('v', '5Gi', { volumeMode: 'Block' })], {}, [BIND]],
  ['a volume of another access', [claim('c')], [volume('v', '5Gi', { accessModes: ['ReadOnlyMany'] })], {}, [BIND]],
  [
    'a volume that is not selected',
    [claim('c', { selector: { matchLabels: { name: 'w' } } })],
    [volume('v', '5Gi')],
    {},
    [BIND],
  ],
  [
    'a volume for this claim in particular, released though it is',
    [claim('c', { selector: { matchLabels: { name: 'w' } } })],
    [volume('v', '5Gi', { claimRef: { namespace: 'default', name: 'c', uid: 'uid-c' } }, 'Released')],
    {},
    [],
  ],
  [
    'a volume for a claim of this name that was here before',
    [claim('c')],
    [volume('v', '5Gi', { claimRef: { namespace: 'default', name: 'c', uid: 'before' } })],
    {},
    [BIND],
  ],
  [
    "the claim's own volume is elsewhere: another will not do",
    [claim('c')],
    [volume('w', '5Gi'), volume('v', '5Gi', { claimRef: { namespace: 'default', name: 'c' }, ...inZone('2') })],
    {},
    [BIND],
  ],
  ['two claims, one volume', [claim('c'), claim('e')], [volume('v', '5Gi')], {}, [BIND]],
  [
    'the smaller claim leaves the larger volume',
    [claim('c', { storage: '9Gi' }), claim('e')],
    [volume('v', '10Gi'), volume('w', '6Gi')],
    {},
    [],
  ],
  [
    'bound elsewhere and nothing to bind',
    [boundClaim('c'), claim('e')],
    [volume('pv-c', '5Gi', inZone('2'))],
    {},
    [NODE, BIND],
  ],
  ['a new volume', [make], [], {}, []],
  ['a new volume, elsewhere only', [claim('c', { storageClassName: 'make-there' })], [], {}, [BIND]],
  ['a new volume, for this node', [selected('c', 'a')], [], {}, []],
  ['a new volume, for another node', [selected('c', 'b')], [], {}, [BIND]],
  ['space for a new volume', [make], [], publishing(capacity('5Gi', '1')), []],
  ['no capacity published', [make], [], publishing(), [SPACE]],
  ['too little space', [make], [], publishing(capacity('5119Mi', '1')), [SPACE]],
  ['space elsewhere', [make], [], publishing(capacity('5Gi', '2')), [SPACE]],
  ['space, but not in one volume', [make], [], publishing(capacity('50Gi', '1', '4Gi')), [SPACE]],
  ['a driver that publishes nothing', [make], [], { csiDrivers: [{ metadata: { name: 'd' } }] }, []],
])('VolumeBinding: %s', (_name, claims, volumes, more, reasons) => {
  const cluster = clusterOf(claims, volumes, more);
  const want = reasons.length === 0 ? null : { code: 'UnschedulableAndUnresolvable', reasons };
  expect(
    volumeBinding.filter?.({ pod: podWith(...claims), cluster, args: {}, atPreFilter: cluster, changes: [] }, node),
  ).toEqual(want);
});

const lost: PersistentVolumeClaimObject = { ...boundClaim('c'), status: { phase: 'Lost' } };
const leaving: PersistentVolumeClaimObject = {
  metadata: { name: 'c', namespace: 'default', deletionTimestamp: '2030-01-01T00:00:00Z' },
};
const unresolvable = (reason: string) => ({ reject: { code: 'UnschedulableAndUnresolvable', reasons: [reason] } });
test.each<[string, PersistentVolumeClaimObject, unknown]>([
  ['waits', claim('c'), {}],
  ['is bound', boundClaim('c'), {}],
  ['is lost', lost, unresolvable('persistentvolumeclaim "c" bound to non-existent persistentvolume "pv-c"')],
  ['is about to go', leaving, unresolvable('persistentvolumeclaim "c" is being deleted')],
  [
    'is not bound at once',
    claim('c', { storageClassName: 'now' }),
    unresolvable('pod has unbound immediate PersistentVolumeClaims'),
  ],
  [
    'has a volume, but is not bound',
    claim('c', { volumeName: 'pv' }),
    unresolvable('pod has unbound immediate PersistentVolumeClaims'),
  ],
  [
    'has a class that is missing',
    claim('c', { storageClassName: 'none' }),
    unresolvable('pod has unbound immediate PersistentVolumeClaims'),
  ],
  [
    'has a class without a mode',
    claim('c', { storageClassName: 'modeless' }),
    { reject: { code: 'Error', reasons: ['VolumeBindingMode not set for StorageClass "modeless"'] } },
  ],
])('VolumeBinding before the nodes: the claim %s', (_name, only, want) => {
  expect(volumeBinding.preFilter?.({ pod: podWith(only), cluster: clusterOf([only], []), args: {} })).toEqual(want);
});

test('VolumeBinding reserves: the volume is for the claim, and the other claim for the node', () => {
  const claims = [claim('c'), make];
  const cluster = clusterOf(claims, [volume('v', '10Gi'), volume('w', '6Gi')]);
  const objects = volumeBinding.reserve?.({ pod: podWith(...claims), cluster, args: {} }, node);
  expect(objects?.persistentVolumes?.map(({ spec }) => spec?.claimRef)).toEqual([
    undefined,
    { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'c', uid: 'uid-c' },
  ]);
  expect(objects?.persistentVolumeClaims?.map(({ metadata }) => metadata?.annotations)).toEqual([
    {},
    { 'volume.kubernetes.io/selected-node': 'a' },
  ]);
  expect(cluster.objects.persistentVolumes?.map(({ spec }) => spec?.claimRef)).toEqual([undefined, undefined]);
});
