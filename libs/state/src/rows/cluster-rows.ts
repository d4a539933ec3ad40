import type { BudgetBook, Touched } from '#writes';
import type { NodeRow } from './nodes.store.js';
import type { ListedObject } from './other-objects.store.js';
import type { PlacedRow, PodName } from './placed-rows.store.js';

/** An object beside nodes and pods. */
export type NamedObject = PodName & { readonly kind: string };

/** Pods as rows. Those with a node in view come in the order of their last changes, over all batches. */
export interface PodRows {
  readonly onNodes: readonly PlacedRow[];
  readonly nominated: readonly PlacedRow[];
}

/**
 * A cluster at one moment, as far as scheduling reads it: the rows of the present, or a past state. A cluster in memory
 * is read from them, and catches up from those of a later moment.
 */
export interface ClusterRows {
  /** The time by which budgets count disruptions. */
  readonly at: Date;
  /** All nodes, or those of the named that are there, in the order of their creation: what rows of columns mean. */
  nodes(names?: readonly string[]): AsyncIterable<readonly NodeRow[]>;
  /** The objects that scheduling has in lists, or those of the named that are there, in the order of their creation. */
  objects(named?: readonly NamedObject[]): Promise<readonly ListedObject[]>;
  /** All pods that are on nodes or have one in view, or those of the named. */
  pods(named?: readonly PodName[]): AsyncIterable<PodRows>;
  /** All pods on these nodes. */
  podsOn(nodes: readonly string[]): AsyncIterable<readonly PlacedRow[]>;
  /** Brings the budgets of a book to what they are; pods and controllers are read of namespaces that had no budget. */
  renewBook(book: BudgetBook): Promise<void>;
  /** Brings what a book knows of these pods and controllers to what they are. */
  refillBook(book: BudgetBook, touched: readonly Touched[]): Promise<void>;
}
