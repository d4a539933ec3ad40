/**
 * Filter: `spec.nodeSelector` and the required terms of `spec.affinity.nodeAffinity`, and the args' `addedAffinity` before them.
 * PreFilter narrows the search to named nodes. Score: the sum of the weights of preferred terms that match, normalised by the
 * largest. As kube-scheduler v1.34 NodeAffinity.
 */
import { compileNodeSelector, type NodeMatcher } from '#kubernetes';
import { definePlugin, reject, SKIP, type Cycle, type NodeFilter, type PreparedScore, type Rejection } from '../../plugin.js';
import { namedNodes, preferredMatchers, requiredMatcher, requiredTerms } from './affinity-terms.js';
import { readNodeAffinityArgs, type NodeAffinityArgs } from './args.js';

const NO_MATCH = "node(s) didn't match Pod's node affinity/selector";
const ENFORCED = "node(s) didn't match scheduler-enforced node affinity";
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
    const { preferredDuringSchedulingIgnoredDuringExecution: own } = cycle.pod.pod.spec?.affinity?.nodeAffinity ?? {};
    const added = cycle.args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (!own && added.length === 0) return SKIP;
    return affinityScore(cycle);
  },
  score: affinityScore,
});

function affinityFilter({ pod, snapshot, args, status }: Cycle<NodeAffinityArgs>): NodeFilter {
  const { nodes } = snapshot;
  const addedTerms = requiredTerms(args.addedAffinity);
  const added: NodeMatcher = addedTerms === null ? () => true : compileNodeSelector(addedTerms);
  const required = requiredMatcher(pod.pod);
  const enforced = status('UnschedulableAndUnresolvable', ENFORCED);
  const noMatch = status('UnschedulableAndUnresolvable', NO_MATCH);
  return (row) => {
    const node = nodes[row];
    if (node === undefined || !added(node)) return enforced;
    return required(node) ? 0 : noMatch;
  };
}

function affinityScore({ pod, snapshot, args }: Cycle<NodeAffinityArgs>): PreparedScore | Rejection {
  const { nodes } = snapshot;
  const own = pod.pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const added = args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const terms = preferredMatchers([...added, ...own]);
  if ('problem' in terms) return reject('Error', terms.problem);
  return {
    kind: 'score',
    score: (row) => {
      const node = nodes[row];
      let sum = 0;
      for (const { weight, matches } of terms) if (node !== undefined && matches(node)) sum += weight;
      return sum;
    },
  };
}
