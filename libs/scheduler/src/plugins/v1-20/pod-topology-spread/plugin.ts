/**
 * Spreads pods over topology domains by `topologySpreadConstraints` of the pod, or default ones by the args. As
 * kube-scheduler v1.20 PodTopologySpread: see `filter.ts` for what a hard constraint counts; raw scores are truncated,
 * and a node that lacks any key scores 0, also by the system's default constraints.
 */
import { definePlugin, reject, SKIP_ALWAYS } from '../../../plugin.js';
import { readPodTopologySpreadArgs, type PodTopologySpreadArgs } from '../../pod-topology-spread/args.js';
import { MISSING_LABEL, NO_MATCH } from '../../pod-topology-spread/filter.js';
import { spreadScore } from '../../pod-topology-spread/score.js';
import { passing, scoringZero } from '../nothing-to-do.js';
import { readConstraints } from './constraints.js';
import { spreadFilter } from './filter.js';

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
    if ('problem' in constraints) return reject('Error', constraints.problem);
    return constraints.length === 0 ? passing(SKIP_ALWAYS, cycle.snapshot) : spreadFilter(cycle, constraints);
  },
  preScore(cycle, feasible) {
    const constraints = readConstraints(cycle, 'ScheduleAnyway');
    if ('problem' in constraints) return reject('Error', constraints.problem);
    if (constraints.length === 0) return scoringZero(SKIP_ALWAYS, cycle.snapshot);
    return spreadScore(cycle, { feasible, constraints, needsEveryKey: true, round: Math.trunc });
  },
});
