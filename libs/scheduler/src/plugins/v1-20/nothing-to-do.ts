import { sameEverywhere, type PreparedFilter, type PreparedScore, type Skip } from '../../plugin.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';

/** kube-scheduler v1.20 skips no plugin: a filter that has nothing to do lets the pod pass everywhere. */
export function passing<Answer extends { readonly kind: string }>(
  answer: Answer | Skip,
  snapshot: ReadableSnapshot,
): Exclude<Answer, Skip> | PreparedFilter {
  return isSkip(answer) ? { ...lasting(answer), ...sameEverywhere(snapshot, 0) } : (answer as Exclude<Answer, Skip>);
}

/** And a score that has nothing to do is 0 before it is normalised. */
export function scoringZero<Answer extends { readonly kind: string }>(
  answer: Answer | Skip,
  snapshot: ReadableSnapshot,
): Exclude<Answer, Skip> | PreparedScore {
  if (!isSkip(answer)) return answer as Exclude<Answer, Skip>;
  return { ...lasting(answer), kind: 'score', score: () => 0, domains: snapshot.topology([]) };
}

function isSkip(answer: { readonly kind: string }): answer is Skip {
  return answer.kind === 'skip';
}

/** What followed the skip follows what stands for it. */
function lasting({ follow, followsAffinityOnly }: Skip): Omit<Skip, 'kind'> {
  return { ...(follow && { follow }), ...(followsAffinityOnly !== undefined && { followsAffinityOnly }) };
}
