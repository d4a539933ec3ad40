/**
 * Puts pods near pods or away from them, where near means: on nodes with the same value of a term's `topologyKey`.
 * Filter: the required terms of the pod's `spec.affinity.podAffinity` and `podAntiAffinity`, then the required
 * anti-affinity of pods that are there. Score: the weights of preferred terms that meet, the pod's own and those of
 * pods that are there, whose required affinity counts too, with `hardPodAffinityWeight`; anti-affinity counts against a
 * node. Required terms of the pod itself do not score. `matchLabelKeys` and `mismatchLabelKeys` were merged into the
 * selectors when the pod was admitted and are not read here. As kube-scheduler v1.34 InterPodAffinity.
 */
import { definePlugin, reject } from '../../plugin.js';
import { readInterPodAffinityArgs, type InterPodAffinityArgs } from './args.js';
import { KEPT_AWAY, NOT_APART, NOT_NEAR, requiredTermsFilter } from './filter.js';
import { preferredTermsScore } from './score.js';

export const interPodAffinity = definePlugin<InterPodAffinityArgs>({
  name: 'InterPodAffinity',
  reasons: [
    { code: 'UnschedulableAndUnresolvable', text: 'parsing pod: {}' },
    { code: 'UnschedulableAndUnresolvable', text: NOT_NEAR },
    { code: 'Unschedulable', text: NOT_APART },
    { code: 'Unschedulable', text: KEPT_AWAY },
  ],
  // The first of pods that want to be near each other may be anywhere only as long as there is no
  // other in the whole cluster.
  filterReach: 'cluster',
  scoreReach: 'domain',
  normalization: 'minMax',
  readArgs: readInterPodAffinityArgs,
  preFilter(cycle) {
    const { problem } = cycle.pod.terms;
    return problem === null
      ? requiredTermsFilter(cycle)
      : reject('UnschedulableAndUnresolvable', `parsing pod: ${problem}`);
  },
  // A profile may disable what these need; upstream then fails in these words.
  filter({ status }) {
    const failed = status('Error', 'error reading "PreFilterInterPodAffinity" from cycleState: not found');
    return () => failed;
  },
  preScore: preferredTermsScore,
  score: () => reject('Error', 'failed to read "PreScoreInterPodAffinity" from cycleState: not found'),
});
