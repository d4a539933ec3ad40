import type { Transaction } from '#database';
import { BudgetBook } from './budget-book.js';
import { fillBook, findBudgets } from './budget.store.js';

/**
 * The budgets of the namespaces, or of the whole cluster, with the pods that they select. Without a
 * budget nothing else is read.
 */
export async function readBudgets(
  tx: Transaction,
  clusterId: string,
  namespaces?: readonly string[],
): Promise<BudgetBook> {
  const book = new BudgetBook();
  await renewBook(tx, clusterId, { book, ...(namespaces && { namespaces }) });
  return book;
}

/**
 * Brings the budgets of a book to what they are now. Pods and controllers are read of namespaces alone
 * that had no budget before.
 */
export async function renewBook(
  tx: Transaction,
  clusterId: string,
  { book, namespaces }: { readonly book: BudgetBook; readonly namespaces?: readonly string[] },
): Promise<void> {
  const budgets = await findBudgets(tx, clusterId, namespaces);
  const missing = book.renew(budgets, { at: tx.at, ...(namespaces && { namespaces }) });
  await fillBook(tx, clusterId, { book, namespaces: missing });
}
