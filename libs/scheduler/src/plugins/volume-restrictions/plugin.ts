/**
 * Keeps apart pods that may not share a volume: single-attach disks named in `spec.volumes`, and claims with access mode
 * ReadWriteOncePod. As kube-scheduler v1.34 VolumeRestrictions decides when to skip; what it then decides is not supported yet.
 */
import type { VolumeSource } from '../../objects.js';
import { definePlugin, NOT_SUPPORTED, SKIP } from '../../plugin.js';

const SINGLE_ATTACH: readonly VolumeSource[] = ['gcePersistentDisk', 'awsElasticBlockStore', 'iscsi', 'rbd', 'persistentVolumeClaim'];

export const volumeRestrictions = definePlugin({
  name: 'VolumeRestrictions',
  preFilter: ({ pod }) => (pod.pod.spec?.volumes?.some((volume) => SINGLE_ATTACH.some((source) => volume[source])) ? NOT_SUPPORTED : SKIP),
});
