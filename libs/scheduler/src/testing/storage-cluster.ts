import type { ClusterObjects } from '../in-tree-snapshot.js';
import { makePod, type PodBuilder } from './make-pod.js';
import { makeClaim, makeStorageClass, makeVolume } from './make-storage.js';

/** A cluster's storage in which every verdict of the volume plugins can be met, beside a node `soft` in zone `a`. */
export const STORAGE: ClusterObjects = {
  persistentVolumeClaims: [
    makeClaim('exclusive').boundTo('v').modes('ReadWriteOncePod'),
    makeClaim('plain').boundTo('v'),
    makeClaim('elsewhere').boundTo('far'),
    makeClaim('homeless').boundTo('gone'),
    makeClaim('broken').boundTo('ebs'),
    makeClaim('lost').boundTo('gone').lost(),
    makeClaim('ending').terminating(),
    makeClaim('immediate').of('now'),
    makeClaim('classless'),
    makeClaim('unknown').of('unknown'),
    makeClaim('modeless').of('modeless'),
    makeClaim('open').of('local'),
    makeClaim('large').of('pooled').asks('10Gi'),
    makeClaim('zonal').boundTo('zonal'),
    makeClaim('s-foreign'),
    makeClaim('unreadable')
      .of('local')
      .selects({ matchExpressions: [{ key: 'a', operator: 'Near' }] }),
  ],
  persistentVolumes: [
    makeVolume('v').csi('limited.csi', 'v'),
    makeVolume('far').inZones('nowhere').csi('limited.csi', 'far'),
    makeVolume('ebs').with({ awsElasticBlockStore: { volumeID: 'aws://a/disk' } }),
    makeVolume('zonal').labels({ 'topology.kubernetes.io/zone': 'b' }),
  ],
  storageClasses: [
    makeStorageClass('now', { volumeBindingMode: 'Immediate' }),
    makeStorageClass('modeless', { volumeBindingMode: null }),
    makeStorageClass('local', { provisioner: 'kubernetes.io/no-provisioner' }),
    makeStorageClass('pooled'),
  ],
  csiDrivers: [{ metadata: { name: 'pooled.csi' }, spec: { storageCapacity: true } }],
  csiNodes: [
    {
      metadata: {
        name: 'soft',
        annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': 'kubernetes.io/aws-ebs' },
      },
      spec: { drivers: [{ name: 'limited.csi', allocatable: { count: 0 } }] },
    },
  ],
};

const claiming = (...names: string[]): PodBuilder => makePod('s').claims(...names);
const conflicting = (pod: PodBuilder): PodBuilder =>
  pod.requires({ matchFields: ['x', 'y'].map((name) => ({ key: 'metadata.name', operator: 'In', values: [name] })) });

/** Holds the claim that one pod alone may use, and a disk. */
export const STORAGE_HOLDER: PodBuilder = makePod('holder')
  .claims('exclusive')
  .volume({ name: 'd', gcePersistentDisk: { pdName: 'd' } });

/** Pods that meet those verdicts. */
export const STORAGE_PODS: readonly PodBuilder[] = [
  claiming('missing'),
  claiming('exclusive'),
  makePod('s').volume({ name: 'd', gcePersistentDisk: { pdName: 'd' } }),
  claiming('plain'),
  claiming('elsewhere'),
  claiming('homeless'),
  claiming('lost'),
  claiming('ending'),
  claiming('immediate'),
  claiming('classless'),
  claiming('unknown'),
  claiming('open'),
  claiming('large'),
  claiming('zonal'),
  claiming(''),
  makePod('s').volume({ name: 'new', ephemeral: {} }),
  makePod('s').volume({ name: 'foreign', ephemeral: {} }),
  makePod('s')
    .volume({ name: 'd', awsElasticBlockStore: { volumeID: 'aws://a/disk' } })
    .claims('missing'),
  claiming('broken', 'homeless'),
  claiming('unreadable', 'homeless'),
  conflicting(claiming('modeless')),
];
