/**
 * Makes room for a pod that fits nowhere by evicting pods of lower priority. Its place in the profile and its args are
 * kube-scheduler v1.34's; no room is made yet, so PostFilter is not run.
 */
import { definePlugin, NOT_SUPPORTED } from '../../plugin.js';
import { readDefaultPreemptionArgs, type DefaultPreemptionArgs } from './args.js';

export const defaultPreemption = definePlugin<DefaultPreemptionArgs>({
  name: 'DefaultPreemption',
  readArgs: readDefaultPreemptionArgs,
  preEnqueue: () => null,
  postFilter: () => NOT_SUPPORTED,
});
