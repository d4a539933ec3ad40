import type { PreFilterRecord } from '../attempt/index.js';
import type { Evidence, StatusTable } from '../evidence/index.js';
import type { IncomingPod, SchedulingClasses } from '../pods/index.js';
import type { TrialNode } from '../plugin.js';
import type { Profile } from '../profile/index.js';
import type { Snapshot } from '../snapshot/index.js';
import type { Ranking } from '../tie-break/index.js';

/** One pod against one cluster under one profile. */
export interface Evaluation {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly pod: IncomingPod;
}

/** What filtering found. The evidence has no scores yet. */
export interface Filtered {
  readonly preFilter: PreFilterRecord;
  readonly evidence: Evidence;
  readonly feasibleCount: number;
  /** Rows that pass, ascending. */
  feasible(): Uint32Array;
  /** The row of the pod's nominated node if it passes the filters, else -1. */
  readonly nominatedRow: number;
  /** Asks the filters about a node that is otherwise than it is. Holds as long as the evidence. */
  tryNode<T>(row: number, work: (node: TrialNode) => T): T;
  /** The same for work whose last answer for the pod's class may do: `FailedAttempt.rehearse`. */
  rehearse<T>(name: string, work: (node: TrialNode) => T, holds: (answer: T) => boolean): (row: number) => T;
}

/** What scoring found: the same evidence with scores and totals. */
export interface Scored {
  readonly evidence: Evidence;
  readonly ranking: Ranking;
  /** Names of the score plugins that PreScore skipped, in byte order. */
  readonly skipped: readonly string[];
}

/**
 * Runs the plugins of a profile over the nodes. Executors differ in what they compute again; their answers may
 * not differ. Evidence may use the executor's own arrays: it holds until the executor is used again. Both
 * verbs throw PluginFailure.
 */
export interface Executor {
  readonly statuses: StatusTable;
  /** The classes of the pods that it was given. */
  readonly classes: SchedulingClasses;
  filter(evaluation: Evaluation): Filtered;
  score(evaluation: Evaluation, filtered: Filtered): Scored;
}
