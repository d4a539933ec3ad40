/**
 * Keeps the number of CSI volumes on a node within what its CSINode allows. As kube-scheduler v1.34 NodeVolumeLimits decides when
 * to skip; what it then decides is not supported yet.
 */
import type { VolumeSource } from '../../objects.js';
import { definePlugin, NOT_SUPPORTED, SKIP } from '../../plugin.js';

/** Claims, generic ephemeral volumes, and in-tree volumes that CSI drivers took over. */
const COUNTED: readonly VolumeSource[] = [
  'persistentVolumeClaim', 'ephemeral', 'gcePersistentDisk', 'awsElasticBlockStore', 'azureDisk', 'azureFile', 'cinder',
  'vsphereVolume', 'portworxVolume',
];

export const nodeVolumeLimits = definePlugin({
  name: 'NodeVolumeLimits',
  preFilter: ({ pod }) => (pod.pod.spec?.volumes?.some((volume) => COUNTED.some((source) => volume[source])) ? NOT_SUPPORTED : SKIP),
});
