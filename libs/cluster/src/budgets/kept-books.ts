import type { Transaction } from '#database';
import { isOfLog, readTouched, type ClusterHead } from '../changes/index.js';
import { BudgetBook } from './budget-book.js';
import { refillBook } from './budget.store.js';

/** So many changes are caught up with; where there were more, what is asked for is read anew. */
const GAP = 20_000;

/** What books take at most, where nobody says otherwise; those that were not used for longest go first. */
const MOST_BYTES = 200 * 2 ** 20;

/** What a pod takes in a book, roughly. */
const POD_BYTES = 200;

interface Kept {
  readonly book: BudgetBook;
  /** Where the book stands without what it was told since its mark. */
  readonly head: ClusterHead;
  /** Where it stands with that: a write that may have been committed. */
  readonly next: ClusterHead | undefined;
}

/**
 * The budget books that a process keeps, by cluster. A write brings the book to the head that it holds, by what the log
 * says was touched since; so it costs what has changed, and not the pods that there are. Nobody may use the book of a
 * cluster but who holds its head.
 */
export class KeptBooks {
  static readonly #of = new WeakMap<object, KeptBooks>();
  /** By their last uses. */
  readonly #books = new Map<string, Kept>();
  /** What they may take; the one that was used last stays, whatever it takes. */
  mostBytes = MOST_BYTES;

  /** Those of a process: of its database handle. */
  static of(database: object): KeptBooks {
    let books = KeptBooks.#of.get(database);
    if (books === undefined) KeptBooks.#of.set(database, (books = new KeptBooks()));
    return books;
  }

  /**
   * The book of a cluster as it is at its head, with a mark; the budgets in it are to be renewed. Whoever
   * fails with it leaves no book.
   */
  async take(tx: Transaction, head: ClusterHead): Promise<BudgetBook> {
    const { clusterId } = head;
    const kept = this.#books.get(clusterId);
    this.#books.delete(clusterId);
    return (kept && (await caughtUp(tx, kept, head))) ?? new BudgetBook();
  }

  /**
   * The book stays, as it was at the head, with a mark where the write begins that leads to `next`, if it is committed.
   */
  keep(book: BudgetBook, head: ClusterHead, next?: ClusterHead): void {
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
  { book, head, next }: Kept,
  now: ClusterHead,
): Promise<BudgetBook | undefined> {
  if (next !== undefined && isSame(next, now)) {
    book.keep();
    return book;
  }
  book.rollback();
  if (isSame(head, now)) return book;
  if (now.position - head.position > GAP || !(await isOfLog(tx, head))) return undefined;
  await refillBook(tx, now.clusterId, { book, touched: await readTouched(tx, head) });
  return book;
}

function isSame(a: ClusterHead, b: ClusterHead): boolean {
  return a.revision === b.revision && Buffer.from(a.hash).equals(b.hash);
}
