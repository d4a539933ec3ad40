import type { PreemptionCandidate } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { Stands } from './disruption-budgets.js';
import type { Victims } from './victims.js';

/** Makes every priority positive, so that a sum grows with every victim. */
const PRIORITY_OFFSET = 2 ** 31;

/** What a preemption on a node loses, criterion by criterion: in this order, smaller is better. */
export interface PreemptionLoss {
  readonly budgetViolations: number;
  readonly highestPriority: number;
  /** Each priority counts from the lowest possible one, so that every victim adds. */
  readonly sumOfPriorities: number;
  readonly victimCount: number;
  /** The start of the most important victim in milliseconds, negated. */
  readonly latestStart: number;
}

/** The loss of a candidate. */
export function preemptionLoss(candidate: PreemptionCandidate): PreemptionLoss {
  return new Candidate(candidate.row, candidate).loss;
}

/** A node with its victims, and what would be lost there, worked out once: in this order, smaller is better. */
export class Candidate implements PreemptionCandidate {
  readonly victims: readonly PlacedPod[];
  readonly budgetViolations: number;
  readonly stands: Stands | null;
  readonly #highestPriority: number;
  /** Exact in doubles for up to two million victims on a node. */
  readonly #sumOfPriorities: number;
  readonly #latestStart: number;

  constructor(
    readonly row: number,
    { victims, budgetViolations, stands = null }: Omit<Victims, 'stands'> & Partial<Pick<Victims, 'stands'>>,
  ) {
    this.stands = stands;
    this.victims = victims;
    this.budgetViolations = budgetViolations;
    this.#highestPriority = victims[0]?.priority ?? 0;
    this.#sumOfPriorities = victims.reduce((sum, { priority }) => sum + priority + PRIORITY_OFFSET, 0);
    this.#latestStart = earliestStartOfMostImportant(victims);
  }

  /** What is compared, by the names of the criteria, in their order. */
  get loss(): PreemptionLoss {
    return {
      budgetViolations: this.budgetViolations,
      highestPriority: this.#highestPriority,
      sumOfPriorities: this.#sumOfPriorities,
      victimCount: this.victims.length,
      latestStart: -this.#latestStart,
    };
  }

  /**
   * Negative when less is lost here than there, 0 when neither is better. As kube-scheduler
   * v1.34 pickOneNodeForPreemption.
   */
  compareLoss(other: Candidate): number {
    return (
      this.budgetViolations - other.budgetViolations ||
      this.#highestPriority - other.#highestPriority ||
      this.#sumOfPriorities - other.#sumOfPriorities ||
      this.victims.length - other.victims.length ||
      other.#latestStart - this.#latestStart
    );
  }
}

/** When the first of the victims with the highest priority started: where that is latest, least work is lost. */
function earliestStartOfMostImportant(victims: readonly PlacedPod[]): number {
  const highest = victims.reduce((most, { priority }) => Math.max(most, priority), -Infinity);
  return victims
    .filter(({ priority }) => priority === highest)
    .reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), Infinity);
}
