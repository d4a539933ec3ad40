/**
 * Keeps pods in the zone of the volumes that their claims are bound to. As kube-scheduler v1.34 VolumeZone decides when to skip;
 * what it then decides is not supported yet.
 */
import { definePlugin, NOT_SUPPORTED, SKIP } from '../../plugin.js';

export const volumeZone = definePlugin({
  name: 'VolumeZone',
  preFilter: ({ pod }) => (pod.pod.spec?.volumes?.some((volume) => volume.persistentVolumeClaim || volume.ephemeral) ? NOT_SUPPORTED : SKIP),
});
