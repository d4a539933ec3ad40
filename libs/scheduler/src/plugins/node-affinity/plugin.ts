/**
 * Filter: `spec.nodeSelector` and the required terms of `spec.affinity.nodeAffinity`, and the args' `addedAffinity`
 * before them. PreFilter narrows the search to named nodes. Score: the sum of the weights of preferred terms that
 * match, normalised by the largest. As kube-scheduler v1.34 NodeAffinity.
 */
import { definePlugin, reject, SKIP } from '../../plugin.js';
import { requiredTerms } from '../../objects/index.js';
import { readNodeAffinityArgs, type NodeAffinityArgs } from './args.js';
import { affinityFilter, ENFORCED, namedNodes, NO_MATCH } from './filter.js';
import { affinityScore } from './score.js';

const CONFLICT = 'pod affinity terms conflict';

export const nodeAffinity = definePlugin<NodeAffinityArgs>({
  name: 'NodeAffinity',
  reasons: [
    { code: 'UnschedulableAndUnresolvable', text: NO_MATCH },
    { code: 'UnschedulableAndUnresolvable', text: ENFORCED },
    { code: 'UnschedulableAndUnresolvable', text: CONFLICT },
  ],
  filterReach: 'static',
  scoreReach: 'static',
  normalization: 'max',
  readArgs: readNodeAffinityArgs,
  preFilter(cycle) {
    const { spec } = cycle.pod.pod;
    const terms = requiredTerms(spec?.affinity?.nodeAffinity);
    if (terms === null && !spec?.nodeSelector && requiredTerms(cycle.args.addedAffinity) === null) return SKIP;
    const names = terms === null || terms.length === 0 ? null : namedNodes(terms);
    if (names?.size === 0) return reject('UnschedulableAndUnresolvable', CONFLICT);
    return { kind: 'filter', filter: affinityFilter(cycle), ...(names !== null && { nodeNames: names }) };
  },
  filter: affinityFilter,
  preScore(cycle) {
    const own = cycle.pod.pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
    const added = cycle.args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
    return own || added ? affinityScore(cycle) : SKIP;
  },
  score: affinityScore,
});
