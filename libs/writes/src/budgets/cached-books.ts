import type { Transaction } from '#database';
import { isSameHead, touchedSince, type ClusterHead } from '../changes/index.js';
import { BudgetBook } from './budget-book.js';
import { refillBook } from './budget.store.js';

/** So many changes are caught up with; where there were more, what is asked for is read anew. */
const GAP = 20_000;

/** The default limit of the memory that books take; the least recently used are evicted first. */
const MOST_BYTES = 200 * 2 ** 20;

/** What a pod takes in a book, roughly. */
const POD_BYTES = 200;

interface Cached {
  readonly book: BudgetBook;
  /** The head of the book without the changes since its mark. */
  readonly head: ClusterHead;
  /** Its head with them: a write that may have been committed. */
  readonly next: ClusterHead | undefined;
}

/**
 * The budget books in a process's memory, by cluster. A write brings the book to the head that it holds, by what was
 * touched since according to the log; so it costs what has changed, and not the pods that there are. Only the holder of
 * a cluster's head may use its book.
 */
export class CachedBooks {
  static readonly #of = new WeakMap<object, CachedBooks>();
  /** By their last uses. */
  readonly #books = new Map<string, Cached>();
  /** What they may take; the one that was used last stays in any case. */
  mostBytes = MOST_BYTES;

  /** Those of a process: of its database handle. */
  static of(database: object): CachedBooks {
    let books = CachedBooks.#of.get(database);
    if (books === undefined) CachedBooks.#of.set(database, (books = new CachedBooks()));
    return books;
  }

  /**
   * The book of a cluster as it is at its head; the budgets in it are to be renewed. A write that fails
   * leaves no book.
   */
  async take(tx: Transaction, head: ClusterHead): Promise<BudgetBook> {
    const { clusterId } = head;
    const cached = this.#books.get(clusterId);
    this.#books.delete(clusterId);
    return (cached && (await caughtUp(tx, cached, head))) ?? new BudgetBook();
  }

  /**
   * The book stays, at the head, with a mark where the write begins that leads to `next`, if it is committed.
   */
  putBack(book: BudgetBook, head: ClusterHead, next?: ClusterHead): void {
    if (book.podCount === 0) return;
    this.#books.set(head.clusterId, { book, head, next });
    const mostPods = this.mostBytes / POD_BYTES;
    let pods = [...this.#books.values()].reduce((sum, one) => sum + one.book.podCount, 0);
    for (const [clusterId, one] of this.#books) {
      if (pods <= mostPods || clusterId === head.clusterId) return;
      pods -= one.book.podCount;
      this.#books.delete(clusterId);
    }
  }
}

async function caughtUp(
  tx: Transaction,
  { book, head, next }: Cached,
  now: ClusterHead,
): Promise<BudgetBook | undefined> {
  if (next !== undefined && isSameHead(next, now)) {
    book.keep();
    return book;
  }
  book.rollback();
  const touched = await touchedSince(tx, head, { now, most: GAP });
  if (touched === undefined) return undefined;
  if (touched.length > 0) await refillBook(tx, now.clusterId, { book, touched });
  return book;
}
