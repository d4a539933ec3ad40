import type { Executor, Snapshot } from '#scheduler';
import type { NodeSetEntry, TraceBases } from '#trace';
import type { BudgetBook, ClusterHead } from '#writes';

/** A cluster in memory, as it stood at its head. */
export interface ClusterState {
  readonly head: ClusterHead;
  readonly snapshot: Snapshot;
  /** What it knows of the snapshot serves from one part to the next. */
  readonly executor: Executor;
  /** The rows of the snapshot. */
  readonly nodes: readonly NodeSetEntry[];
  /**
   * Of earlier parts: what traces of small parts are differences to. New ones are added when they are
   * committed, and not before.
   */
  readonly traceBases: TraceBases;
  /** Those of the snapshot: their status follows the changes that are reported to this book. */
  readonly budgets: BudgetBook;
}
