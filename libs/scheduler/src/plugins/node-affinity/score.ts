import { aggregateText } from '#apimachinery';
import { compileNodeSelectorTerm, isEmptyTerm, type NodeMatcher } from '#kubernetes';
import type { NodeAffinity } from '../../objects/index.js';
import { reject, type Cycle, type PreparedScore, type Rejection } from '../../plugin.js';
import type { NodeAffinityArgs } from './args.js';

interface WeightedMatcher {
  readonly weight: number;
  readonly matches: NodeMatcher;
}

/** The sum of the weights of preferred terms that match; terms that cannot be read fail the attempt, as upstream. */
export function affinityScore({ pod, snapshot, args }: Cycle<NodeAffinityArgs>): PreparedScore | Rejection {
  const { nodes } = snapshot;
  const ownTerms = preferredMatchers(pod.pod.spec?.affinity?.nodeAffinity);
  if ('problem' in ownTerms) return reject('Error', ownTerms.problem);
  const addedTerms = preferredMatchers(args.addedAffinity);
  if ('problem' in addedTerms) return reject('Error', addedTerms.problem);
  const terms = [...addedTerms, ...ownTerms];
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

/** Preferred terms, or what is wrong with them. Terms without weight or content are left out unread, as upstream. */
function preferredMatchers(
  affinity: NodeAffinity | null | undefined,
): readonly WeightedMatcher[] | { readonly problem: string } {
  const matchers: WeightedMatcher[] = [];
  const problems: string[] = [];
  affinity?.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ weight = 0, preference = {} }, index) => {
    if (weight === 0 || isEmptyTerm(preference)) return;
    const compiled = compileNodeSelectorTerm(preference);
    if (typeof compiled === 'function') matchers.push({ weight, matches: compiled });
    else problems.push(...compiled.map(({ field, message }) => `[${index}].${field}: ${message}`));
  });
  return problems.length === 0 ? matchers : { problem: aggregateText(problems) };
}
