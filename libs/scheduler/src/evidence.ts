/**
 * What one attempt of one pod leaves behind: the verdict of every filter on every node and every score.
 * This is the interface between the engine, which fills it, and the trace, which keeps it.
 */

/** The status codes of kube-scheduler's framework that can stand in a verdict. */
export type StatusCode = 'Error' | 'Unschedulable' | 'UnschedulableAndUnresolvable';

/** One verdict. `plugin` is null where kube-scheduler attributes none (nodes outside a PreFilter node list). */
export interface Status {
  readonly plugin: string | null;
  readonly code: StatusCode;
  /** In the order of kube-scheduler; texts as it words them. */
  readonly reasons: readonly string[];
}

/** One score plugin that ran, its columns indexed by row. Rows that are not feasible hold 0 and mean nothing. */
export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  /** Before NormalizeScore: an integer, exact in a double. */
  readonly raw: Float64Array;
  /** After NormalizeScore: an integer in 0..100. Equal to raw for plugins without one. */
  readonly normalized: Float64Array;
}

/**
 * The evidence of one attempt that reached filtering, as columns over the snapshot's rows (row i is node i of the
 * snapshot's node order). Valid until the next placement: whoever keeps it, encodes it before the placement is applied.
 */
export interface Evidence {
  readonly nodeCount: number;
  /** Names of the filter plugins of the profile, in order; skipped ones included. */
  readonly filterPlugins: readonly string[];
  /** Interned verdicts; index 0 is unused, because the id 0 says "passes". Ids are local to the engine instance. */
  readonly statuses: readonly (Status | null)[];
  /** Interned lists of status ids, in plugin order; index 0 is the empty list. */
  readonly failureLists: readonly (readonly number[])[];
  /** Per row kube-scheduler's own answer: 0 when the node is feasible, else the id of its first failing status. */
  readonly first: Uint32Array;
  /** Per row the id of the list of every failing filter, each run alone. The first of them need not be `first`: PreFilter rejections,
   * node lists and nominated pods make the two differ.  */
  readonly failures: Uint32Array;
  /** Score plugins that ran, in order; empty when no node is feasible. */
  readonly scores: readonly ScoreColumn[];
  /** Per row the sum of normalized x weight; meaningful on feasible rows only. */
  readonly totals: Float64Array;
}
