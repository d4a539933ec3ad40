/**
 * Spreads pods that belong together over topology domains: the nodes that share the value of a label. `topologySpreadConstraints` of
 * the pod, or default ones by the args. Filter: hard constraints (DoNotSchedule) by `filter.ts`; score: soft ones (ScheduleAnyway) by
 * `score.ts`. As kube-scheduler v1.34 PodTopologySpread. An answer depends on the emptiest domain, wherever that is, and on which
 * nodes are feasible, so its reach is the cluster.
 */
import { definePlugin, reject, SKIP } from '../../plugin.js';
import { readPodTopologySpreadArgs, type PodTopologySpreadArgs } from './args.js';
import { needsEveryKey, readConstraints } from './constraints.js';
import { MISSING_LABEL, NO_MATCH, spreadFilter } from './filter.js';
import { spreadScore } from './score.js';

export const podTopologySpread = definePlugin<PodTopologySpreadArgs>({
  name: 'PodTopologySpread',
  reasons: [
    { code: 'Unschedulable', text: NO_MATCH },
    { code: 'UnschedulableAndUnresolvable', text: MISSING_LABEL },
  ],
  filterReach: 'cluster',
  scoreReach: 'cluster',
  normalization: 'custom',
  readArgs: readPodTopologySpreadArgs,
  preFilter(cycle) {
    const constraints = readConstraints(cycle, 'DoNotSchedule');
    if ('problem' in constraints) return reject('Error', `get constraints from pod: ${constraints.problem}`);
    return constraints.length === 0 ? SKIP : spreadFilter(cycle, constraints);
  },
  preScore(cycle, feasible) {
    const constraints = readConstraints(cycle, 'ScheduleAnyway');
    if ('problem' in constraints) return reject('Error', `calculating preScoreState: ${constraints.problem}`);
    return constraints.length === 0 ? SKIP : spreadScore(cycle, { feasible, constraints, needsEveryKey: needsEveryKey(cycle) });
  },
  /** Where the profile disables PreScore: upstream's words for what it misses then. */
  score: () => reject('Error', 'error reading "PreScorePodTopologySpread" from cycleState: not found'),
});
