import type { DraftedChange } from '#writes';
import type { ShownDecision } from './shown-decision.js';

/** What a scheduler decided, and the change that shows it. */
export interface DraftedObservation extends ShownDecision {
  readonly change: DraftedChange;
  /** When it was seen. */
  readonly at: Date;
  /** A list says it: when it happened is not known. */
  readonly listed: boolean;
}
