import { ok, refuse, type Keep, type Outcome } from '#requests';
import { POSTGRES_ERROR, postgresErrorCode, type Caller, type Database, type Transaction } from '#database';
import type { Operation } from './operation.js';
import { endDisconnected, findUnderWay, insertOperation, type NewOperation } from './operation.store.js';

/** On whose behalf an operation is noted. */
interface Noting {
  readonly caller: Caller;
  /** Who finds what other teams have under way. */
  readonly system: Caller;
  readonly keep: Keep<Operation> | undefined;
  /** The process that asks. */
  readonly asker: string;
  /** What else stands in the transaction of its note. */
  readonly also?: (tx: Transaction) => Promise<void>;
}

/** Tries to note an operation while others end. */
const MOST_TRIES = 5;

/** Notes an operation. Refuses a second one of a kind of which a cluster has one at a time, and names the first. */
export async function notedOperation(
  database: Database,
  asked: NewOperation,
  { caller, system, keep, asker, also }: Noting,
): Promise<Outcome<Operation>> {
  const { cluster, kind } = asked;
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(caller, async (tx) => {
        const made = ok(await insertOperation(tx, asked));
        await also?.(tx);
        await keep?.(tx, made);
        return made;
      });
    } catch (error) {
      if (cluster === null || postgresErrorCode(error) !== POSTGRES_ERROR.uniqueViolation) throw error;
      if (tries === MOST_TRIES) throw error;
    }
    const other = await database.transaction(system, async (tx) => {
      // That of a process that died is in the way of none.
      await endDisconnected(tx, asker);
      return findUnderWay(tx, { cluster, kind });
    });
    if (other !== undefined) return refuse({ kind: 'OperationUnderWay', operation: other });
  }
}
