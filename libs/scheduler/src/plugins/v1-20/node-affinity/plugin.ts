/**
 * Filter: `spec.nodeSelector` and the required terms of `spec.affinity.nodeAffinity`. Score: the sum of the weights of
 * preferred terms whose expressions match; one without expressions matches nothing, and its fields are not looked at.
 * As kube-scheduler v1.20 NodeAffinity.
 */
import { compileNodeSelectorTerm, type NodeMatcher } from '#kubernetes';
import { definePlugin, reject, type Cycle, type PreparedScore, type Rejection } from '../../../plugin.js';

const NO_MATCH = "node(s) didn't match Pod's node affinity";

export const nodeAffinity = definePlugin({
  name: 'NodeAffinity',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: NO_MATCH }],
  filterReach: 'static',
  scoreReach: 'static',
  normalization: 'max',
  filter({ pod, snapshot: { nodes }, status }) {
    const required = pod.requiredNodes;
    const noMatch = status('UnschedulableAndUnresolvable', NO_MATCH);
    return (row) => {
      const node = nodes[row];
      return node !== undefined && required(node) ? 0 : noMatch;
    };
  },
  score: preferenceScore,
});

function preferenceScore({ pod, snapshot: { nodes } }: Cycle): PreparedScore | Rejection {
  const terms: { readonly weight: number; readonly matches: NodeMatcher }[] = [];
  const preferred = pod.pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  for (const { weight = 0, preference } of preferred) {
    const matchExpressions = preference?.matchExpressions ?? [];
    if (weight === 0 || matchExpressions.length === 0) continue;
    const compiled = compileNodeSelectorTerm({ matchExpressions });
    if (typeof compiled !== 'function') return reject('Error', compiled.map(({ message }) => message).join(', '));
    terms.push({ weight, matches: compiled });
  }
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
