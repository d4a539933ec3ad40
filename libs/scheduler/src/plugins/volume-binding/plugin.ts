/**
 * Finds or provisions volumes for the pod's claims, on nodes that can reach them. As kube-scheduler v1.34 VolumeBinding decides
 * when to skip; what it then decides is not supported yet.
 */
import { definePlugin, NOT_SUPPORTED, SKIP } from '../../plugin.js';
import { readVolumeBindingArgs, type VolumeBindingArgs } from './args.js';

export const volumeBinding = definePlugin<VolumeBindingArgs>({
  name: 'VolumeBinding',
  readArgs: readVolumeBindingArgs,
  preFilter: ({ pod }) => (pod.pod.spec?.volumes?.some((volume) => volume.persistentVolumeClaim || volume.ephemeral) ? NOT_SUPPORTED : SKIP),
  preScore: () => SKIP,
  reserve: () => [],
  preBind: () => [],
});
