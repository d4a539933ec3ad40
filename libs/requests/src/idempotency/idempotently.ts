import type { Caller, Database, Transaction } from '#database';
import { canonicalBytes, equalBytes } from '#ledger';
import { sha256 } from '../sha256.js';
import { ok, read, refuse, unlessBusy, type Outcome } from '../outcome/index.js';
import { Deadline, underMutex } from '../deadlines/index.js';
import { findKept, keepOutcome, lostToSameKey, type KeptOutcome } from './idempotency.store.js';

/** A request that carries an idempotency key. */
export interface IdempotentRequest {
  /** At most 255 characters, unique per team and operation. */
  readonly key: string;
  /** What the key is for, e.g. `schedule`. */
  readonly operation: string;
  /** All that the answer depends on but for what its caller may do; a repetition must bring the same. */
  readonly request: unknown;
  /** Called when the answer is a repetition. */
  readonly onReplay?: () => void;
}

/** Remembers the outcome inside the transaction of the effect: both are there, or neither. */
export type Keep<T> = (tx: Transaction, outcome: Outcome<T>) => Promise<void>;

type Work<T> = Partial<Omit<IdempotentRequest, 'request'>> & {
  /**
   * As that of the key; a function where it is known only when the input was read: it is called after the work, or
   * instead of it, and reads what is left.
   */
  readonly request?: unknown | (() => Promise<unknown>);
  /** May throw Busy. `deadline`: the deadline less the wait for the same key. */
  readonly run: (keep: Keep<T>, deadline: Deadline) => Promise<Outcome<T>>;
};

/**
 * Runs a write at most once per key. Without a key it simply runs. Every write goes through here, and one that waits
 * for others beyond its deadline is refused here. Refusals are not remembered: they had no effect. The same key in
 * the same process waits, without a connection. Across processes the key's row decides: the second to commit finds
 * it, rolls back and answers what was stored.
 */
export async function idempotently<T>(database: Database, caller: Caller, work: Work<T>): Promise<Outcome<T>> {
  const { key, operation } = work;
  const deadline = new Deadline();
  if (key === undefined || operation === undefined)
    return unlessBusy(() => work.run(() => Promise.resolve(), deadline));
  const mutex = JSON.stringify([caller.team, operation, key]);
  return unlessBusy(() =>
    underMutex(database, mutex, () => runOnce(database, caller, { ...work, key, operation, deadline }), { deadline }),
  );
}

async function runOnce<T>(
  database: Database,
  caller: Caller,
  work: Work<T> & { readonly key: string; readonly operation: string; readonly deadline: Deadline },
): Promise<Outcome<T>> {
  const requestHash = hashOf(caller, work.request);
  const recall = async (): Promise<Outcome<T> | undefined> => {
    const kept = await read(database, caller, (tx) => findKept(tx, work));
    return kept === undefined ? undefined : replay(kept, await requestHash(), work);
  };
  const before = await recall();
  if (before !== undefined) return before;
  const keep: Keep<T> = async (tx, outcome) => {
    if (!outcome.refused) await keepOutcome(tx, work, { requestHash: await requestHash(), outcome: outcome.value });
  };
  try {
    const outcome = await work.run(keep, work.deadline);
    // What refuses it may be the very effect of this key in another process, such as the name that it took.
    return outcome.refused ? ((await recall()) ?? outcome) : outcome;
  } catch (error) {
    if (!lostToSameKey(error)) throw error;
    const winner = await recall();
    if (winner === undefined) throw error;
    return winner;
  }
}

function replay<T>(kept: KeptOutcome, requestHash: Uint8Array, work: Work<T> & { readonly key: string }): Outcome<T> {
  if (!equalBytes(kept.requestHash, requestHash)) return refuse({ kind: 'IdempotencyKeyReused', key: work.key });
  work.onReplay?.();
  return ok(kept.outcome as T);
}

/**
 * A request that is known is hashed at once, because the work may change it. The answer to one member of a team is
 * not for another member with fewer rights: what decides their visibility is hashed as well.
 */
function hashOf({ roles, only }: Caller, request: unknown): () => Promise<Uint8Array> {
  const rights = [[...roles].sort(), only?.cluster ?? null, only?.namespace ?? null];
  const hashed = (asked: unknown): Uint8Array => sha256(canonicalBytes([asked ?? null, rights]));
  if (typeof request === 'function') return async () => hashed(await (request as () => Promise<unknown>)());
  const hash = Promise.resolve(hashed(request));
  return () => hash;
}
