import type { Transaction } from '#database';

/** What a run adds to a draft: its decisions, their evidence, and how far it is. */
export interface RunRows {
  readonly decisions: {
    readonly count: number;
    /** Entries of the leaves of decisions, in order, from one up to another. */
    readonly leaves: (range: { readonly from: number; readonly to: number; readonly at: Date }) => Iterable<Uint8Array>;
  };
  /**
   * What other runs may want to write as well, where there is any: when the head is held, for it may wait for one of
   * these, who must not be waiting for the head.
   */
  readonly shared?: (tx: Transaction) => Promise<void>;
  /** Rows that are the run's own: no other transaction waits for them. The statements do not depend on each other. */
  readonly evidence: readonly EvidenceRows[];
  /** The row that says which revision it is: others wait for it, and so it comes when the head is held. */
  readonly part: (tx: Transaction) => Promise<unknown>;
  /** How far the run is: last, for it says how long all of this took. */
  readonly progress: (tx: Transaction) => Promise<unknown>;
}

/** Rows of one table, and how many of them there are. */
export interface EvidenceRows {
  readonly count: number;
  readonly write: (tx: Transaction) => Promise<unknown>;
}
