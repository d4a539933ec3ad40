/**
 * As InterPodAffinity of kube-scheduler v1.34, but that every verdict has two reasons, and that scores are normalised
 * with 0 always among them. As kube-scheduler v1.20 InterPodAffinity.
 */
import { definePlugin, reject, type Cycle } from '../../../plugin.js';
import { readInterPodAffinityArgs, type InterPodAffinityArgs } from '../../inter-pod-affinity/args.js';
import { KEPT_AWAY, NOT_APART, NOT_NEAR, requiredTermsFilter } from '../../inter-pod-affinity/filter.js';
import { preferredTermsScore } from '../../inter-pod-affinity/score.js';
import { passing, scoringZero } from '../nothing-to-do.js';

const NO_MATCH = "node(s) didn't match pod affinity/anti-affinity";

export const interPodAffinity = definePlugin<InterPodAffinityArgs>({
  name: 'InterPodAffinity',
  reasons: [
    { code: 'UnschedulableAndUnresolvable', text: 'parsing pod: {}' },
    { code: 'UnschedulableAndUnresolvable', text: NO_MATCH },
    { code: 'UnschedulableAndUnresolvable', text: NOT_NEAR },
    { code: 'Unschedulable', text: NO_MATCH },
    { code: 'Unschedulable', text: NOT_APART },
    { code: 'Unschedulable', text: KEPT_AWAY },
  ],
  filterReach: 'cluster',
  scoreReach: 'domain',
  normalization: 'minMaxWithZero',
  readArgs: readInterPodAffinityArgs,
  preFilter(cycle) {
    const { problem } = cycle.pod.terms;
    if (problem !== null) return reject('UnschedulableAndUnresolvable', `parsing pod: ${problem}`);
    return passing(requiredTermsFilter(withBothReasons(cycle)), cycle.snapshot);
  },
  preScore: (cycle) => scoringZero(preferredTermsScore(cycle), cycle.snapshot),
});

function withBothReasons<Args>(cycle: Cycle<Args>): Cycle<Args> {
  return { ...cycle, status: (code, ...reasons) => cycle.status(code, NO_MATCH, ...reasons) };
}
