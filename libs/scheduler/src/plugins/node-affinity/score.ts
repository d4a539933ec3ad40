import { compileNodeSelectorTerm, isEmptyTerm, type NodeMatcher } from '#kubernetes';
import type { PreferredSchedulingTerm } from '../../objects.js';
import { reject, type Cycle, type PreparedScore, type Rejection } from '../../plugin.js';
import type { NodeAffinityArgs } from './args.js';

interface WeightedMatcher {
  readonly weight: number;
  readonly matches: NodeMatcher;
}

/** The sum of the weights of preferred terms that match; terms that cannot be read fail the attempt, as upstream. */
export function affinityScore({ pod, snapshot, args }: Cycle<NodeAffinityArgs>): PreparedScore | Rejection {
  const { nodes } = snapshot;
  const own = pod.pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const added = args.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const ownTerms = preferredMatchers(own);
  if ('problem' in ownTerms) return reject('Error', ownTerms.problem);
  const addedTerms = preferredMatchers(added);
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
function preferredMatchers(terms: readonly PreferredSchedulingTerm[]): readonly WeightedMatcher[] | { readonly problem: string } {
  const matchers: WeightedMatcher[] = [];
  const problems: string[] = [];
  terms.forEach(({ weight = 0, preference = {} }, index) => {
    if (weight === 0 || isEmptyTerm(preference)) return;
    const compiled = compileNodeSelectorTerm(preference);
    if (typeof compiled === 'function') matchers.push({ weight, matches: compiled });
    else problems.push(...compiled.map(({ field, message }) => `[${index}].${field}: ${message}`));
  });
  if (problems.length === 0) return matchers;
  return { problem: problems.length === 1 ? (problems[0] ?? '') : `[${problems.join(', ')}]` };
}
