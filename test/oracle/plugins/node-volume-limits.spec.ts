import type { Cluster } from '../model.js';
import type { CsiNodeObject, NodeObject, PersistentVolumeObject, PodObject, Volume } from '../objects.js';
import { nodeVolumeLimits } from './node-volume-limits.js';

const node: NodeObject = { metadata: { name: 'a' } };
const EXCEEDED = { code: 'Unschedulable', reasons: ['node(s) exceed max volume count'] };
const csiNode = (driver: string, count?: number, plugins = ''): CsiNodeObject => ({
  metadata: { name: 'a', annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': plugins } },
  spec: { drivers: [{ name: driver, ...(count !== undefined && { allocatable: { count } }) }] },
});
const claimed = (...names: string[]): readonly Volume[] =>
  names.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } }));
const ebs = (volumeID: string): Volume => ({ name: volumeID, awsElasticBlockStore: { volumeID } });
const pod = (volumes: readonly Volume[], nodeName = ''): PodObject => ({
  metadata: { name: `p${nodeName}`, namespace: 'default' },
  spec: { volumes, nodeName },
});
const bound = (name: string) => ({ metadata: { name, namespace: 'default' }, spec: { volumeName: `pv-${name}` } });
const csi = (name: string, volumeHandle = name): PersistentVolumeObject => ({
  metadata: { name: `pv-${name}` },
  spec: { csi: { driver: 'd', volumeHandle } },
});
const objects: Cluster['objects'] = {
  persistentVolumeClaims: [
    ...['x', 'y', 'z', 'disk'].map(bound),
    { metadata: { name: 'new', namespace: 'default' }, spec: { storageClassName: 'sc' } },
    { metadata: { name: 'old', namespace: 'default' }, spec: { storageClassName: 'ebs' } },
  ],
  persistentVolumes: [
    csi('x'),
    csi('y'),
    csi('z', 'y'),
    { metadata: { name: 'pv-disk' }, spec: { gcePersistentDisk: { pdName: 'disk' } } },
  ],
  storageClasses: [
    { metadata: { name: 'sc' }, provisioner: 'd' },
    { metadata: { name: 'ebs' }, provisioner: 'kubernetes.io/aws-ebs' },
  ],
};
const attached = { spec: { attacher: 'd', nodeName: 'a', source: { persistentVolumeName: 'pv-y' } } };

test.each<[string, readonly Volume[], readonly Volume[], Cluster['objects'], unknown]>([
  ['room for one', claimed('x'), [], { csiNodes: [csiNode('d', 1)] }, null],
  ['no room', claimed('x'), claimed('y'), { csiNodes: [csiNode('d', 1)] }, EXCEEDED],
  ['no CSINode', claimed('x'), claimed('y'), {}, null],
  ['no limit', claimed('x'), claimed('y'), { csiNodes: [csiNode('d')] }, null],
  ['a limit of another driver', claimed('x'), claimed('y'), { csiNodes: [csiNode('e', 0)] }, null],
  ['a limit of nothing', claimed('x'), [], { csiNodes: [csiNode('d', 0)] }, EXCEEDED],
  ['a volume that is there already', claimed('x'), claimed('x'), { csiNodes: [csiNode('d', 1)] }, null],
  ['two claims of one handle', claimed('y', 'z'), [], { csiNodes: [csiNode('d', 1)] }, null],
  ['a claim to be provisioned', claimed('new'), claimed('x'), { csiNodes: [csiNode('d', 1)] }, EXCEEDED],
  [
    'an attachment that no pod uses',
    claimed('x'),
    [],
    { csiNodes: [csiNode('d', 1)], volumeAttachments: [attached] },
    EXCEEDED,
  ],
  [
    'an attachment of a volume that a pod uses',
    claimed('x'),
    claimed('y'),
    { csiNodes: [csiNode('d', 2)], volumeAttachments: [attached] },
    null,
  ],
  [
    'in-tree disks, not annotated',
    [ebs('vol-1')],
    [ebs('vol-2')],
    { csiNodes: [csiNode('ebs.csi.aws.com', 1)] },
    EXCEEDED,
  ],
  [
    'the same in-tree disk',
    [ebs('vol-1')],
    [ebs('aws://zone/vol-1')],
    { csiNodes: [csiNode('ebs.csi.aws.com', 1)] },
    null,
  ],
  ['an in-tree class', claimed('old'), [ebs('vol-2')], { csiNodes: [csiNode('ebs.csi.aws.com', 1)] }, EXCEEDED],
  ['an in-tree volume of a claim', claimed('disk'), [], { csiNodes: [csiNode('pd.csi.storage.gke.io', 0)] }, EXCEEDED],
  [
    'a misshapen id',
    [ebs('aws://zone/x')],
    [],
    { csiNodes: [csiNode('d', 1)] },
    {
      code: 'Error',
      reasons: [
        'converting volume(aws://zone/x) from inline to csi: failed to translate Kubernetes ID to EBS Volume ID ' +
          'Invalid format for AWS volume (aws://zone/x)',
      ],
    },
  ],
  [
    'a claim that is missing',
    claimed('none'),
    [],
    {},
    {
      code: 'UnschedulableAndUnresolvable',
      reasons: ['looking up PVC default/none: persistentvolumeclaim "none" not found'],
    },
  ],
  [
    'a claim that is missing, of a pod that is there',
    claimed('x'),
    claimed('none'),
    { csiNodes: [csiNode('d', 1)] },
    null,
  ],
  [
    'a claim of another pod',
    [{ name: 'x', ephemeral: {} }],
    [],
    { persistentVolumeClaims: [{ metadata: { name: 'p-x', namespace: 'default' } }] },
    { code: 'Error', reasons: ['PVC default/p-x was not created for pod default/p (pod is not owner)'] },
  ],
])('NodeVolumeLimits: %s', (_name, mine, theirs, more, want) => {
  const cluster: Cluster = { nodes: [node], pods: [pod(theirs, 'a')], nominated: [], objects: { ...objects, ...more } };
  expect(
    nodeVolumeLimits.filter?.({ pod: pod(mine), cluster, args: {}, atPreFilter: cluster, changes: [] }, node),
  ).toEqual(want);
});

test.each<[string, readonly Volume[], unknown]>([
  ['nothing', [], { skip: true }],
  ['a folder', [{ name: 'e', emptyDir: {} }], { skip: true }],
  ['a claim', claimed('x'), {}],
  ['an ephemeral volume', [{ name: 'e', ephemeral: {} }], {}],
  ['an in-tree disk', [ebs('vol-1')], {}],
])('NodeVolumeLimits before the nodes: %s', (_name, volumes, want) => {
  expect(
    nodeVolumeLimits.preFilter?.({
      pod: pod(volumes),
      cluster: { nodes: [], pods: [], nominated: [], objects },
      args: {},
    }),
  ).toEqual(want);
});
