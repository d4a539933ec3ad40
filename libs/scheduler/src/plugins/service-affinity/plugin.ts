/**
 * Filter: pods of a service stay where `affinityLabels` of the node have the values that the pod's node selector names,
 * completed from the node of the first pod of its namespace that carries all of the pod's labels. Score: nodes are the
 * better, the fewer pods of the service have their value of each of `antiAffinityLabelsPreference`. As kube-scheduler
 * v1.20 ServiceAffinity; of several services that select the pod, upstream takes any for the score, here it is the
 * first.
 */
import { definePlugin, type PreparedFilter } from '../../plugin.js';
import { readServiceAffinityArgs, type ServiceAffinityArgs } from './args.js';
import { affinityFilter, NO_MATCH } from './filter.js';
import { spreadingScore } from './score.js';

export const serviceAffinity = definePlugin<ServiceAffinityArgs>({
  name: 'ServiceAffinity',
  reasons: [{ code: 'Unschedulable', text: NO_MATCH }],
  filterReach: 'cluster',
  scoreReach: 'node',
  normalization: 'custom',
  readArgs: readServiceAffinityArgs,
  preFilter: (cycle): PreparedFilter => affinityFilter(cycle),
  score: spreadingScore,
});
