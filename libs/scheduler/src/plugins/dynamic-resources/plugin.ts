/**
 * Device claims. A pod with `spec.resourceClaims` is refused by name; for every other pod this is kube-scheduler
 * v1.34's DynamicResources, whose name and words are in its lists and messages.
 */
import { definePlugin, NOT_SUPPORTED, reject, SKIP_ALWAYS } from '../../plugin.js';
import { readDynamicResourcesArgs, type DynamicResourcesArgs } from './args.js';

export const dynamicResources = definePlugin<DynamicResourcesArgs>({
  name: 'DynamicResources',
  reasons: [
    { code: 'Unschedulable', text: 'no new claims to deallocate' },
    { code: 'Error', text: 'not found' },
  ],
  readArgs: readDynamicResourcesArgs,
  preEnqueue: (pod) => (pod.spec?.resourceClaims?.length ? NOT_SUPPORTED : null),
  preFilter: ({ pod }) => (pod.pod.spec?.resourceClaims?.length ? NOT_SUPPORTED : SKIP_ALWAYS),
  // Upstream looks for what its PreFilter left behind, and fails where an earlier plugin stopped the cycle.
  postFilter: (_cycle, { preFilterReached }) =>
    preFilterReached ? reject('Unschedulable', 'no new claims to deallocate') : reject('Error', 'not found'),
  reserve: (_cycle, _row, asked) => (asked.preFilter ? [] : reject('Error', 'not found')),
  preBind: () => [],
});
