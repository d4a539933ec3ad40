import type { Transaction } from '#database';
import type { BudgetBook } from '../budgets/index.js';
import type { Draft } from '../changes/index.js';

/** A draft, and what followers may look at. */
export interface Following {
  readonly tx: Transaction;
  readonly draft: Draft;
  /** The database handle of the process, which what it keeps in memory belongs to. */
  readonly database: object;
  /** Where the writer has the budgets of the cluster, and has reported the draft's changes to them. */
  readonly budgets?: BudgetBook;
}

/**
 * A consequence of writes: what changes because others did, in the same revision. It sees what was drafted and what the
 * followers before it added, and adds to that; rows of the draft are not written yet, unless it `isFlushed`. The head
 * may have moved: what must not is found out when the draft is committed.
 */
export interface Follower {
  readonly name: string;
  /** Whether it does what a controller does, and so nothing in a cluster without controllers. */
  readonly isController: boolean;
  readonly follow: (following: Following) => Promise<void>;
}
