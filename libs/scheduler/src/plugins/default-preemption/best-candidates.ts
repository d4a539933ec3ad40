import type { Candidate } from './candidate.js';

/**
 * The candidates that lose least, equal on every criterion: often all of them, and then the very list that was given.
 */
export function bestCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  let [best] = candidates;
  let isEveryBest = true;
  for (const candidate of candidates) {
    const loss = best === undefined ? 0 : candidate.compareLoss(best);
    if (loss !== 0) isEveryBest = false;
    if (loss < 0) best = candidate;
  }
  if (isEveryBest) return candidates;
  return candidates.filter((candidate) => best !== undefined && candidate.compareLoss(best) === 0);
}
