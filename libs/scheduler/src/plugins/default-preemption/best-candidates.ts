import type { Candidate } from './candidate.js';

/** The candidates that lose least, equal on every criterion. */
export function bestCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  let best: Candidate[] = [];
  for (const candidate of candidates) {
    const [first] = best;
    const loss = first === undefined ? -1 : candidate.compareLoss(first);
    if (loss < 0) best = [candidate];
    else if (loss === 0) best.push(candidate);
  }
  return best;
}
