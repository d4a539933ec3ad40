import { lockAccess } from './access-log/index.js';
import { write, type Outcome } from '#requests';
import { type Caller, type Database, type Transaction } from '#database';

/**
 * A transaction that changes who has access to what. They are serialized from their beginning on: two that were both
 * allowed by what was there before would make a key too many, or take back twice what can be taken back once.
 */
export function writeAccess<T>(
  database: Database,
  caller: Caller,
  fn: (tx: Transaction) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return write(database, caller, async (tx) => {
    await lockAccess(tx);
    return fn(tx);
  });
}
