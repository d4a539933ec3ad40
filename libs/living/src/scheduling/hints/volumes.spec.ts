import type { KubernetesObject, Pod } from '#kubernetes';
import type { ReadableState } from '../../state/index.js';
import { mayHelp } from './index.js';

const object = (kind: string, name: string, rest: object = {}) =>
  ({ apiVersion: 'v1', kind, metadata: { name, namespace: 't' }, ...rest }) as KubernetesObject;
const pod = (...volumes: object[]) => object('Pod', 'waits', { spec: { volumes } }) as Pod;
const placed = (...volumes: object[]) => object('Pod', 'other', { spec: { nodeName: 'n1', volumes } });
const claim = { name: 'data', persistentVolumeClaim: { claimName: 'data' } };
const ephemeral = { name: 'data', ephemeral: {} };
const disk = (readOnly: boolean) => ({ name: 'disk', gcePersistentDisk: { pdName: 'disk', readOnly } });
const volume = (zone: string) => ({
  ...object('PersistentVolume', 'v'),
  metadata: { name: 'v', labels: { 'topology.kubernetes.io/zone': zone } },
});
const limited = (count: number) =>
  object('CSINode', 'n1', { spec: { drivers: [{ name: 'd', nodeID: 'n1', allocatable: { count } }] } });
const room = (rest: object) => object('CSIStorageCapacity', 'c', rest);
const storageClass = (volumeBindingMode: string) => object('StorageClass', 'c', { volumeBindingMode });

const cases: [
  plugin: string,
  what: string,
  event: [string, string, KubernetesObject | null, KubernetesObject | null],
  pod: Pod,
  helps: boolean,
][] = [
  ['NodeVolumeLimits', 'a higher limit', ['CSINode', 'Update', limited(1), limited(2)], pod(claim), true],
  ['NodeVolumeLimits', 'a lower limit', ['CSINode', 'Update', limited(2), limited(1)], pod(claim), false],
  ['NodeVolumeLimits', 'a detached volume', ['VolumeAttachment', 'Delete', null, null], pod(claim), true],
  [
    'NodeVolumeLimits',
    'the same for an ephemeral one',
    ['VolumeAttachment', 'Delete', null, null],
    pod(ephemeral),
    false,
  ],
  [
    'VolumeZone',
    'a class that waits',
    ['StorageClass', 'Add', null, storageClass('WaitForFirstConsumer')],
    pod(claim),
    true,
  ],
  ['VolumeZone', 'a class that does not', ['StorageClass', 'Add', null, storageClass('Immediate')], pod(claim), false],
  ['VolumeZone', 'another zone', ['PersistentVolume', 'Update', volume('a'), volume('b')], pod(claim), true],
  ['VolumeZone', 'the same zones', ['PersistentVolume', 'Update', volume('a__b'), volume('b__a')], pod(claim), false],
  [
    'VolumeBinding',
    'more room',
    ['CSIStorageCapacity', 'Update', room({ capacity: '1Gi' }), room({ capacity: '2Gi' })],
    pod(claim),
    true,
  ],
  [
    'VolumeBinding',
    'more room and a smaller largest volume',
    ['CSIStorageCapacity', 'Update', room({ capacity: '1Gi' }), room({ capacity: '9Gi', maximumVolumeSize: '1Gi' })],
    pod(claim),
    false,
  ],
  ['VolumeRestrictions', 'a pod with the claim goes', ['AssignedPod', 'Delete', placed(claim), null], pod(claim), true],
  [
    'VolumeRestrictions',
    'a pod that wrote the disk',
    ['AssignedPod', 'Delete', placed(disk(false)), null],
    pod(disk(true)),
    true,
  ],
  [
    'VolumeRestrictions',
    'a pod that read it',
    ['AssignedPod', 'Delete', placed(disk(true)), null],
    pod(disk(true)),
    false,
  ],
];
test.each(cases)('%s: %s', (plugin, _what, [resource, action, before, after], waiting, helps) => {
  const state = {} as ReadableState;
  expect(mayHelp({ resource, action, before, after }, { pod: waiting, plugins: [plugin], state })).toBe(helps);
});
