/** Who stands in a queue: one piece of work, of a kind of which a caller has one at a time. */
export interface Applicant {
  readonly request: object;
  /** The caller, over all of their requests: one of a team. */
  readonly team: string;
  readonly caller: string;
  readonly kind: string;
  /** Aborted when it need not be done any more. */
  readonly signal: AbortSignal;
}

/** A slot, or a place in the queue for one. */
export interface Slot {
  /** Does the work when the slot is free. @throws what the signal was aborted with */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Gives it up: there is no work. */
  leave(): void;
}

/** Where work waits for a slot. */
export interface Queue {
  /** @throws when too much waits already */
  enter(applicant: Applicant): Slot;
}
