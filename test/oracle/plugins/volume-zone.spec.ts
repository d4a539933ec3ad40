import type { Cluster } from '../model.js';
import type { Labels, NodeObject, PersistentVolumeClaimObject, PodObject, StorageClassObject } from '../objects.js';
import { volumeZone } from './volume-zone.js';

const ZONE = 'topology.kubernetes.io/zone';
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const pod: PodObject = {
  metadata: { name: 'p', namespace: 'default' },
  spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
};
const CONFLICT = { code: 'UnschedulableAndUnresolvable', reasons: ['node(s) had no available volume zone'] };
const claim = (spec: PersistentVolumeClaimObject['spec']): PersistentVolumeClaimObject => ({
  metadata: { name: 'c', namespace: 'default' },
  ...(spec && { spec }),
});
const clusterOf = (objects: Cluster['objects']): Cluster => ({ nodes: [], pods: [], nominated: [], objects });

test.each<[string, Labels, Labels, unknown]>([
  ['the same zone', { [ZONE]: 'a' }, { [ZONE]: 'a' }, null],
  ['another zone', { [ZONE]: 'a' }, { [ZONE]: 'b' }, CONFLICT],
  ['one of its zones', { [ZONE]: 'a__b' }, { [ZONE]: 'b' }, null],
  ['a set with an empty member is no label', { [ZONE]: 'a__' }, { [ZONE]: 'b' }, null],
  ['a node that is nowhere', { [ZONE]: 'a' }, { disk: 'ssd' }, null],
  ['a node that is in a region only', { [ZONE]: 'a' }, { 'topology.kubernetes.io/region': 'r' }, CONFLICT],
  ['the old label on the volume, the present one on the node', { [BETA_ZONE]: 'a' }, { [ZONE]: 'a' }, null],
  ['the old label on both', { [BETA_ZONE]: 'a' }, { [BETA_ZONE]: 'a', [ZONE]: 'b' }, null],
  ['the present label on the volume, the old one on the node', { [ZONE]: 'a' }, { [BETA_ZONE]: 'a' }, CONFLICT],
])('VolumeZone: %s', (_name, volumeLabels, nodeLabels, want) => {
  const cluster = clusterOf({
    persistentVolumeClaims: [claim({ volumeName: 'pv' })],
    persistentVolumes: [{ metadata: { name: 'pv', labels: volumeLabels } }],
  });
  const node: NodeObject = { metadata: { name: 'n', labels: nodeLabels } };
  expect(volumeZone.filter?.({ pod, cluster, args: {}, atPreFilter: cluster, changes: [] }, node)).toEqual(want);
});

const waiting: StorageClassObject = { metadata: { name: 'sc' }, volumeBindingMode: 'WaitForFirstConsumer' };
test.each<[string, Cluster['objects'], unknown]>([
  ['the claim is missing', {}, 'persistentvolumeclaim "c" not found'],
  [
    'neither volume nor class',
    { persistentVolumeClaims: [claim({})] },
    'PersistentVolumeClaim had no pv name and storageClass name',
  ],
  [
    'the class is missing',
    { persistentVolumeClaims: [claim({ storageClassName: 'sc' })] },
    'storageclass.storage.k8s.io "sc" not found',
  ],
  [
    'the class has no mode',
    { persistentVolumeClaims: [claim({ storageClassName: 'sc' })], storageClasses: [{ metadata: { name: 'sc' } }] },
    'VolumeBindingMode not set for StorageClass "sc"',
  ],
  [
    'the volume is late',
    {
      persistentVolumeClaims: [claim({ storageClassName: 'sc' })],
      storageClasses: [{ ...waiting, volumeBindingMode: 'Immediate' }],
    },
    'PersistentVolume had no name',
  ],
  [
    'the volume is missing',
    { persistentVolumeClaims: [claim({ volumeName: 'pv' })] },
    'persistentvolume "pv" not found',
  ],
  ['the claim waits', { persistentVolumeClaims: [claim({ storageClassName: 'sc' })], storageClasses: [waiting] }, null],
])('VolumeZone before the nodes: %s', (_name, objects, problem) => {
  const want =
    problem === null ? { skip: true } : { reject: { code: 'UnschedulableAndUnresolvable', reasons: [problem] } };
  expect(volumeZone.preFilter?.({ pod, cluster: clusterOf(objects), args: {} })).toEqual(want);
});
