/**
 * Spreads pods that belong together over topology domains: the nodes that share the value of a label.
 * `topologySpreadConstraints` of the pod, or default ones by the args. Filter: hard constraints (DoNotSchedule) by
 * `filter.ts`; score: soft ones (ScheduleAnyway) by `score.ts`. As kube-scheduler v1.34 PodTopologySpread. A verdict
 * depends on the emptiest domain, wherever that is, and scores on which domains have feasible nodes: what was prepared
 * follows pods and feasibility, and returns what they touch.
 */
import { definePlugin, reject, SKIP_ALWAYS } from '../../plugin.js';
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
  scoreReach: 'domain',
  normalization: 'reverseRange',
  readArgs: readPodTopologySpreadArgs,
  preFilter(cycle) {
    const constraints = readConstraints(cycle, 'DoNotSchedule');
    if ('problem' in constraints) return reject('Error', `get constraints from pod: ${constraints.problem}`);
    return constraints.length === 0 ? SKIP_ALWAYS : spreadFilter(cycle, constraints);
  },
  preScore(cycle, feasible) {
    const constraints = readConstraints(cycle, 'ScheduleAnyway');
    if ('problem' in constraints) return reject('Error', `calculating preScoreState: ${constraints.problem}`);
    return constraints.length === 0
      ? SKIP_ALWAYS
      : // Math.round is Go's math.Round but for negative halves, and no sum is one.
        spreadScore(cycle, { feasible, constraints, needsEveryKey: needsEveryKey(cycle), round: Math.round });
  },
  /** Where the profile disables PreScore: upstream's words for what it misses then. */
  score: () => reject('Error', 'error reading "PreScorePodTopologySpread" from cycleState: not found'),
});
