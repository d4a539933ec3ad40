import type { Database, Transaction } from '#database';
import type { ClusterState } from '#state';
import type { ClusterHead } from '#writes';
import type { ProfileRefs } from '../commit/index.js';
import type { PartPlan } from '../decide/index.js';

/** Where a part belongs. */
export interface PartRef {
  readonly clusterId: string;
  readonly runId: string;
  /** From 0. */
  readonly part: number;
  readonly firstOrdinal: number;
}

/** A part that was decided: what it came to, on what, and the profiles of its decisions as the cluster knows them. */
export interface DecidedPart {
  readonly ref: PartRef;
  readonly plan: PartPlan;
  readonly refs: ProfileRefs;
  readonly state: Pick<ClusterState, 'head' | 'budgets'>;
  /** The database handle of the process. */
  readonly database: Database;
}

/** What goes with a part without being of it. */
export interface PartEnd {
  /** Says how far the run is: written with the part, in statements that do not wait for each other. */
  readonly progress?: (tx: Transaction) => Promise<unknown>;
  /** Nothing follows in the transaction. */
  readonly concludes?: boolean;
  /** The head is held since the state was read. */
  readonly headHeld?: boolean;
}

/** A part that was stored; the head that it led to, where it is of the cluster's history. */
export interface KeptPart {
  readonly head: ClusterHead | null;
}

/** Where the evidence of a run goes, and with it what its decisions do. */
export interface Sink {
  /**
   * Whether what goes there is of the cluster's history: it moves the cluster, and may refer to
   * what the cluster has stored.
   */
  readonly isHistory: boolean;
  /**
   * Keeps a part whole, or nothing of it. Undefined when the cluster has moved: the transaction must be abandoned,
   * and the part decided again.
   */
  readonly keep: (tx: Transaction, part: DecidedPart, end: PartEnd) => Promise<KeptPart | undefined>;
}
