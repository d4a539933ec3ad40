import { isSystem, type Caller, type Database, type Transaction, type Transactions } from '#database';
import { Denied } from './denied.js';
import { Busy, lostRace, Deadline, untilWon } from '../deadlines/index.js';
import { refuse, type Outcome } from './outcome.js';
import type { Refusal } from './refusals/index.js';

/** How a write is done. */
export interface WriteOptions {
  /** What is left to its caller, which may have waited already. */
  readonly deadline?: Deadline;
  /** It reads one state throughout. */
  readonly snapshot?: boolean;
}

/**
 * A transaction whose refusal keeps nothing: half a write is never left behind. One that loses to another (a deadlock,
 * a lock that is not given, a state that has moved) is tried again: `fn` has no effect outside of it.
 * @throws Busy when it loses until the deadline
 */
export function write<T>(
  database: Transactions,
  caller: Caller,
  fn: (tx: Transaction) => Promise<Outcome<T>>,
  { deadline = new Deadline(), snapshot = false }: WriteOptions = {},
): Promise<Outcome<T>> {
  return untilWon(deadline, () => writeOnce(database, caller, fn, { deadline, snapshot }));
}

/** A write whose first statements are known: they are sent with the beginning of the transaction. */
export interface WriteFrom<First, T> {
  readonly first: (tx: Transaction) => Promise<First>;
  readonly then: (tx: Transaction, first: First) => Promise<Outcome<T>>;
}

/** The same with first statements that cost no round trip of their own. */
export function writeFrom<First, T>(
  database: Pick<Database, 'transactionFrom'>,
  caller: Caller,
  { first, then }: WriteFrom<First, T>,
  deadline: Deadline,
): Promise<Outcome<T>> {
  return untilWon(deadline, () =>
    database.transactionFrom(caller, {
      first,
      then: async (tx, found) => keptUnlessRefused(tx, await then(tx, found)),
      lockTimeoutMs: deadline.leftMs,
    }),
  );
}

/** The same for what cannot be done twice, because it reads what comes only once. */
export function writeOnce<T>(
  database: Transactions,
  caller: Caller,
  fn: (tx: Transaction) => Promise<Outcome<T>>,
  { deadline, snapshot = false }: WriteOptions = {},
): Promise<Outcome<T>> {
  return database.transaction(caller, async (tx) => keptUnlessRefused(tx, await fn(tx)), {
    snapshot,
    ...(deadline && { lockTimeoutMs: deadline.leftMs }),
  });
}

function keptUnlessRefused<T>(tx: Transaction, outcome: Outcome<T>): Outcome<T> {
  if (outcome.refused) tx.abandon();
  return outcome;
}

/**
 * A transaction that only reads, and sees one state throughout: of the clusters of the caller's team and those that it
 * was granted anything in, in every query. The service itself sees all.
 */
export function read<T>(database: Transactions, caller: Caller, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  const role = isSystem(caller) ? 'engine' : 'reader';
  return database.transaction(caller, fn, { role, readOnly: true, snapshot: true });
}

/** Says of work that waited too long for others that it may be asked for again. */
export async function unlessBusy<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (!Busy.is(error)) throw error;
    return refuse(BUSY);
  }
}

/**
 * What is to be said of an error that means nothing but that others were in the way, or that the caller may not do it;
 * undefined of any other.
 */
export function refusalBehind(error: unknown): Refusal | undefined {
  if (Denied.is(error)) return { kind: 'Forbidden', roles: error.roles, ...(error.why !== '' && { why: error.why }) };
  return Busy.is(error) || lostRace(error) ? BUSY : undefined;
}

/** A caller that asks again joins the end of the queue: they need not hurry. */
const BUSY: Refusal = { kind: 'ClusterBusy', retryAfterSeconds: 2 };
