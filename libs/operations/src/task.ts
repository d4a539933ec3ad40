import type { Transaction } from '#database';
import type { Outcome } from '#requests';
import type { OperationKind } from './operation.js';
import type { Reported } from './under-way.js';

/** What the work of an operation has of it. */
export interface OperationControl {
  readonly id: string;
  /** Aborted when the work is to end. */
  readonly signal: AbortSignal;
  /** Says how far it is: as often as it likes, it is noted once a second. */
  readonly tell: (reported: Reported) => void;
  /** What `keep` stored last, when a process that had it before has ended; null otherwise. */
  readonly kept: object | null;
  /**
   * Stores what the work needs when it is begun again, in the given transaction or in one of its own.
   * @throws when it has ended, or was begun again elsewhere
   */
  readonly keep: (next: object, tx?: Transaction) => Promise<void>;
}

/** Something that takes long. */
export interface Task<Result extends object> {
  readonly kind: OperationKind;
  /** Id of the cluster that it is about; null where it is about all of the team. */
  readonly cluster: string | null;
  /** What was asked for, as it is shown. */
  readonly request: object;
  /** How much there is to do, and of what. */
  readonly total: number;
  readonly unit: string;
  readonly work: (control: OperationControl) => Promise<Outcome<Result>>;
}
