import type { Snapshot } from '#scheduler';
import type { NodeSetEntry } from '#trace';
import type { BudgetBook } from '../budgets/index.js';
import type { ClusterHead } from '../changes/index.js';

/** A cluster in memory, as it stood at its head. */
export interface ClusterState {
  readonly head: ClusterHead;
  readonly snapshot: Snapshot;
  /** The rows of the snapshot. */
  readonly nodes: readonly NodeSetEntry[];
  /** Those of the snapshot: their status follows what this book is told. */
  readonly budgets: BudgetBook;
}
