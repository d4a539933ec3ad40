import type { PreFilterRecord } from '../attempt.js';
import type { Evidence } from '../evidence.js';
import type { IncomingPod } from '../incoming-pod.js';
import type { TrialNode } from '../plugin.js';
import type { Profile } from '../profile/index.js';
import type { Snapshot } from '../snapshot/index.js';
import type { StatusTable } from '../statuses.js';

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
  /** Rows that pass, ascending. */
  readonly feasible: Uint32Array;
  /** The row of the pod's nominated node if it passes the filters, else -1. */
  readonly nominatedRow: number;
  /** Asks the filters about a node that is otherwise than it is. Holds as long as the evidence. */
  tryNode<T>(row: number, work: (node: TrialNode) => T): T;
}

/** What scoring found: the same evidence with scores and totals. */
export interface Scored {
  readonly evidence: Evidence;
  /** Names of the score plugins that PreScore skipped, in byte order. */
  readonly skipped: readonly string[];
}

/**
 * Runs the plugins of a profile over the nodes. Executors differ in what they compute again; their answers may not differ.
 * Evidence may use the executor's own arrays: it holds until the executor is used again. Both verbs throw PluginFailure.
 */
export interface Executor {
  readonly statuses: StatusTable;
  filter(evaluation: Evaluation): Filtered;
  score(evaluation: Evaluation, filtered: Filtered): Scored;
}
