import type { OperationKind } from './operation.js';

/** Who stands in a queue: one piece of work, of a kind of which a caller has one at a time. */
export interface Applicant {
  readonly request: object;
  /** Who asks, over all of their requests: one of a team. */
  readonly team: string;
  readonly caller: string;
  readonly kind: OperationKind;
  /** Aborted when it need not be done any more. */
  readonly signal: AbortSignal;
}

/** A place in a queue. */
export interface Turn {
  /** Does the work when its turn has come. @throws what the signal was aborted with */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the place up: there is no work. */
  leave(): void;
}

/** Where work waits for its turn. */
export interface Queue {
  /** @throws when too much waits already */
  enter(applicant: Applicant): Turn;
}
