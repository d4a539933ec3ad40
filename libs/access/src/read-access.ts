import type { Caller, Database, Transaction } from '#database';

/**
 * A transaction that only reads who has access to what. Not as a reader: keys are no reader's, and the operator
 * manages other teams than their own. What the caller may know is for the services to say.
 */
export function readAccess<T>(database: Database, caller: Caller, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(caller, fn, { readOnly: true, snapshot: true });
}
