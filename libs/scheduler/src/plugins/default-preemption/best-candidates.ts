import type { PreemptionCandidate } from '../../plugin.js';

/** Makes every priority positive, so that a sum grows with every victim. */
const PRIORITY_OFFSET = 2 ** 31;

/** In this order, smaller is better; exact in doubles for up to two million victims on a node. */
const CRITERIA: readonly ((candidate: PreemptionCandidate) => number)[] = [
  ({ budgetViolations }) => budgetViolations,
  ({ victims }) => victims[0]?.priority ?? 0,
  ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + PRIORITY_OFFSET, 0),
  ({ victims }) => victims.length,
  (candidate) => -earliestStartOfMostImportant(candidate),
];

/** The candidates that lose least, equal on every criterion. As kube-scheduler v1.34 pickOneNodeForPreemption. */
export function bestCandidates(candidates: readonly PreemptionCandidate[]): readonly PreemptionCandidate[] {
  return CRITERIA.reduce<readonly PreemptionCandidate[]>((left, criterion) => {
    const values = left.map(criterion);
    const least = values.reduce((a, b) => Math.min(a, b), Infinity);
    return left.filter((_, index) => values[index] === least);
  }, candidates);
}

/** When the first of the victims with the highest priority started: where that is latest, least work is lost. */
function earliestStartOfMostImportant({ victims }: PreemptionCandidate): number {
  const highest = victims.reduce((most, { priority }) => Math.max(most, priority), -Infinity);
  return victims.filter(({ priority }) => priority === highest).reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), Infinity);
}
