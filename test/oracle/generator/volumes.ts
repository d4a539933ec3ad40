import type { ClusterObjects } from '../model.js';
import type {
  CsiNodeObject,
  CsiStorageCapacityObject,
  PersistentVolumeClaimObject,
  PersistentVolumeClaimSpec,
  PersistentVolumeObject,
  StorageClassObject,
  Volume,
} from '../objects.js';
import { HOSTNAME, NAMESPACES, REGION, ZONE, ZONES, type World } from './world.js';

const CLASSES = ['wffc', 'wffc', 'wffc', 'local', 'local', 'topo', 'topo', 'cap', 'cap', 'imm', 'nosuchclass', ''];
const CLAIMS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'];
const SIZES = ['1Gi', '1500Mi', '2Gi', '5Gi', '10Gi'];
const DRIVERS = ['csi.example.com', 'ebs.csi.aws.com', 'pd.csi.storage.gke.io'];

/** Claims in each namespace, volumes for some of them, and everything that says where a volume may be. */
export function volumeObjects(world: World): Partial<ClusterObjects> {
  const { dice, features, nodeNames } = world;
  if (features.volumes === 0) return {};
  const claims = NAMESPACES.flatMap((namespace) =>
    dice.some(CLAIMS, 4, 6).map((name) => claim(world, namespace, name)),
  );
  const volumes = claims.flatMap((one) => (dice.chance(0.92) ? boundVolume(world, one) : []));
  return {
    persistentVolumeClaims: claims,
    persistentVolumes: [...volumes, ...dice.times(0, 10, (index) => freeVolume(world, `lpv${index}`))],
    storageClasses: storageClasses(world),
    csiNodes: nodeNames.filter(() => dice.chance(0.7)).map((name) => csiNode(world, name)),
    csiDrivers: [{ metadata: { name: 'cap.example.com' }, spec: { storageCapacity: dice.chance(0.8) } }],
    csiStorageCapacities: dice.times(0, 4, (index) => capacity(world, `cap${index}`)),
    ...dice.maybe(0.2, () => ({
      volumeAttachments: [
        {
          metadata: { name: 'va0' },
          spec: {
            attacher: 'csi.example.com',
            nodeName: dice.pick(nodeNames),
            source: { persistentVolumeName: 'pv-default-c1' },
          },
        },
      ],
    })),
  };
}

function claimSpec({ dice }: World): PersistentVolumeClaimSpec {
  return {
    accessModes: [dice.pick(['ReadWriteOnce', 'ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'])],
    resources: { requests: { storage: dice.pick(SIZES) } },
    ...dice.maybe(0.9, () => ({ volumeMode: dice.pick(['Filesystem', 'Filesystem', 'Filesystem', 'Block']) })),
    ...dice.maybe(0.97, () => ({ storageClassName: dice.pick(CLASSES) })),
    ...dice.maybe(0.06, () => ({ selector: { matchLabels: { speed: 'fast' } } })),
    ...dice.maybe(0.08, () => ({ volumeAttributesClassName: 'gold' })),
  };
}

function claim(world: World, namespace: string, name: string): PersistentVolumeClaimObject {
  const { dice, nodeNames } = world;
  const bound = dice.chance(0.55);
  const annotations = {
    ...(bound && dice.chance(0.95) && { 'pv.kubernetes.io/bind-completed': 'yes' }),
    ...(!bound && dice.chance(0.1) && { 'volume.kubernetes.io/selected-node': dice.pick(nodeNames) }),
  };
  return {
    metadata: {
      name,
      namespace,
      uid: `uid-${namespace}-${name}`,
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...dice.maybe(0.03, () => ({ deletionTimestamp: '2024-01-01T00:00:00Z' })),
    },
    spec: { ...claimSpec(world), ...(bound && { volumeName: `pv-${namespace}-${name}` }) },
    status: { phase: bound ? 'Bound' : dice.pick(['Pending', 'Pending', 'Pending', 'Lost']) },
  };
}

function boundVolume(
  world: World,
  { metadata = {}, spec = {} }: PersistentVolumeClaimObject,
): PersistentVolumeObject[] {
  const { namespace = '', name = '', uid = '' } = metadata;
  if (spec.volumeName === undefined) return [];
  return [
    {
      metadata: { name: spec.volumeName, ...zoneLabels(world) },
      spec: { ...volumeSpec(world, name), claimRef: { kind: 'PersistentVolumeClaim', namespace, name, uid } },
      status: { phase: 'Bound' },
    },
  ];
}

/** A volume that waits for a claim, or is promised to one. */
function freeVolume(world: World, name: string): PersistentVolumeObject {
  const { dice } = world;
  const promised = { kind: 'PersistentVolumeClaim', namespace: 'default', name: dice.pick(['c0', 'c1', 'c2']) };
  return {
    metadata: {
      name,
      ...dice.maybe(0.04, () => ({ deletionTimestamp: '2024-01-01T00:00:00Z' })),
      ...zoneLabels(world),
      ...dice.maybe(0.2, () => ({ labels: { speed: 'fast' } })),
    },
    spec: {
      ...volumeSpec(world, name),
      storageClassName: dice.pick(['local', 'local', 'wffc', '']),
      ...dice.maybe(0.12, () => ({
        claimRef: { ...promised, ...dice.maybe(0.5, () => ({ uid: `uid-default-${promised.name}` })) },
      })),
    },
    status: { phase: dice.chance(0.94) ? 'Available' : 'Released' },
  };
}

function zoneLabels({ dice }: World): { labels?: Record<string, string> } {
  if (dice.chance(0.65)) return {};
  const key = dice.pick([
    ZONE,
    ZONE,
    REGION,
    'failure-domain.beta.kubernetes.io/zone',
    'failure-domain.beta.kubernetes.io/region',
  ]);
  return { labels: { [key]: key.endsWith('region') ? dice.pick(['r0', 'r1']) : dice.pick([...ZONES, 'za__zb']) } };
}

function volumeSpec(world: World, name: string): NonNullable<PersistentVolumeObject['spec']> {
  const { dice, nodeNames } = world;
  const shared = dice.pick(['1', '2', name]);
  const source = dice.pick([
    { csi: { driver: 'csi.example.com', volumeHandle: `h-${shared}` } },
    { csi: { driver: 'ebs.csi.aws.com', volumeHandle: `vol-${shared}` } },
    { awsElasticBlockStore: { volumeID: `vol-${shared}` } },
    { gcePersistentDisk: { pdName: `pd-${shared}` } },
    { local: { path: '/d' } },
  ]);
  const byHost = { key: HOSTNAME, operator: dice.pick(['In', 'In', 'NotIn']), values: dice.some(nodeNames, 1, 3) };
  const byZone = { key: ZONE, operator: dice.pick(['In', 'NotIn']), values: dice.some(ZONES, 1, 2) };
  return {
    accessModes: dice.pick([
      ['ReadWriteOnce'],
      ['ReadWriteOnce', 'ReadWriteMany'],
      ['ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'],
    ]),
    capacity: { storage: dice.pick([...SIZES, '20Gi']) },
    ...dice.maybe(0.9, () => ({ volumeMode: dice.pick(['Filesystem', 'Filesystem', 'Filesystem', 'Block']) })),
    storageClassName: 'wffc',
    ...dice.maybe(0.08, () => ({ volumeAttributesClassName: 'gold' })),
    ...source,
    ...dice.maybe(0.5, () => ({
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [dice.pick([byHost, byZone])] }] } },
    })),
  };
}

function storageClasses({ dice }: World): readonly StorageClassObject[] {
  const topologies = dice.times(1, 2, () => ({
    matchLabelExpressions: [{ key: ZONE, values: dice.some(ZONES, 1, 2) }],
  }));
  return [
    {
      metadata: { name: 'wffc' },
      provisioner: dice.pick(['csi.example.com', 'kubernetes.io/aws-ebs']),
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    { metadata: { name: 'imm' }, provisioner: 'csi.example.com', volumeBindingMode: 'Immediate' },
    {
      metadata: { name: 'local' },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    {
      metadata: { name: 'topo' },
      provisioner: 'csi.example.com',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowedTopologies: topologies,
    },
    { metadata: { name: 'cap' }, provisioner: 'cap.example.com', volumeBindingMode: 'WaitForFirstConsumer' },
  ];
}

function csiNode({ dice }: World, name: string): CsiNodeObject {
  const migrated = dice.some(['kubernetes.io/aws-ebs', 'kubernetes.io/gce-pd'], 0, 2);
  return {
    metadata: {
      name,
      ...(migrated.length > 0 && {
        annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migrated.join(',') },
      }),
    },
    spec: {
      drivers: dice
        .some(DRIVERS, 1, 3)
        .map((driver) => ({
          name: driver,
          nodeID: name,
          topologyKeys: [ZONE],
          ...dice.maybe(0.8, () => ({ allocatable: { count: dice.pick([0, 1, 1, 2, 3]) } })),
        })),
    },
  };
}

function capacity({ dice }: World, name: string): CsiStorageCapacityObject {
  return {
    metadata: { name, namespace: 'default' },
    storageClassName: dice.pick(['cap', 'cap', 'topo']),
    ...dice.maybe(0.85, () => ({ capacity: dice.pick(['1Gi', '4Gi', '100Gi']) })),
    ...dice.maybe(0.3, () => ({ maximumVolumeSize: dice.pick(['2Gi', '5Gi']) })),
    ...dice.maybe(0.8, () => ({ nodeTopology: dice.chance(0.3) ? {} : { matchLabels: { [ZONE]: dice.pick(ZONES) } } })),
  };
}

/** The volumes of a pod. */
export function podVolumes(world: World): { readonly volumes?: readonly Volume[] } {
  const { dice, features } = world;
  if (!dice.chance(features.volumes)) return {};
  return { volumes: dice.times(1, 2, (index) => ({ name: `v${index}`, ...source(world) })) };
}

function source(world: World): Volume {
  const { dice } = world;
  const readOnly = dice.chance(0.4) ? { readOnly: true } : {};
  if (dice.chance(0.65))
    return { persistentVolumeClaim: { claimName: dice.chance(0.02) ? 'missing' : dice.pick(CLAIMS) } };
  return dice.pick<Volume>([
    { ephemeral: { volumeClaimTemplate: { spec: claimSpec(world) } } },
    { gcePersistentDisk: { pdName: dice.pick(['pd-1', 'pd-2']), ...readOnly } },
    { awsElasticBlockStore: { volumeID: dice.pick(['vol-1', 'vol-2']), ...readOnly } },
    {
      iscsi: {
        targetPortal: dice.pick(['a:1', 'b:1']),
        iqn: dice.pick(['iqn.2016-04.test:0', 'iqn.2016-04.test:1']),
        lun: dice.between(0, 1),
        ...readOnly,
      },
    },
    {
      rbd: {
        monitors: dice.some(['m1', 'm2', 'm3'], 1, 2),
        image: dice.pick(['im0', 'im1']),
        ...dice.maybe(0.6, () => ({ pool: dice.pick(['rbd', 'p2']) })),
        ...readOnly,
      },
    },
    { emptyDir: {} },
  ]);
}

/** The claims of the pods' ephemeral volumes, as far as a controller has made them; some belong to somebody else. */
export function ephemeralClaims(
  world: World,
  pods: readonly { metadata?: { name?: string; namespace?: string }; spec?: { volumes?: readonly Volume[] } }[],
): readonly PersistentVolumeClaimObject[] {
  const { dice } = world;
  return pods.flatMap(({ metadata: { name: pod = '', namespace = '' } = {}, spec = {} }) =>
    (spec.volumes ?? []).flatMap((volume): PersistentVolumeClaimObject[] => {
      const template = volume.ephemeral?.volumeClaimTemplate?.spec;
      if (template === undefined || dice.chance(0.2)) return [];
      const name = `${pod}-${volume.name}`;
      const owner = {
        apiVersion: 'v1',
        kind: 'Pod',
        name: pod,
        uid: dice.chance(0.85) ? `${namespace}/${pod}` : 'other',
        controller: true,
      };
      return [
        {
          metadata: { name, namespace, uid: `uid-${namespace}-${name}`, ownerReferences: [owner] },
          spec: template,
          status: { phase: 'Pending' },
        },
      ];
    }),
  );
}
