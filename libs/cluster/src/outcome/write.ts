import type { Caller, Transaction, Transactions } from '#database';
import type { Outcome } from './outcome.js';

/** A transaction whose refusal keeps nothing: half a write is never left behind. */
export function write<T>(
  database: Transactions,
  caller: Caller,
  fn: (tx: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return database.transaction(caller, async (tx) => {
    const outcome = await fn(tx);
    if (outcome.refused) tx.abandon();
    return outcome;
  });
}

/** A transaction that only reads, and sees one state throughout. */
export function read<T>(database: Transactions, caller: Caller, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(caller, fn, { readOnly: true, snapshot: true });
}
