import type { Caller, Database, Transaction } from '#database';
import { commit, Draft } from '../changes/index.js';
import { inWriteLane, lockCluster, type ClusterRow } from '../clusters/index.js';
import { complete } from '../followers/index.js';
import { idempotently, type IdempotentRequest } from '../idempotency/index.js';
import { ok, refuse, write, type Outcome } from '../outcome/index.js';
import { isForbidden, noteRefusal, type WriteOperation } from '../refusal-log/index.js';

/**
 * A short write to one cluster: its head is held, so that what is read stays true until the commit. What
 * it does stands in the draft.
 */
export interface ClusterWrite {
  /** To read with: rows are written when the draft is committed. */
  readonly tx: Transaction;
  readonly cluster: ClusterRow;
  readonly draft: Draft;
}

/** Where to write, and whether to keep it. */
export interface WriteTarget {
  /** Id or name. */
  readonly cluster: string;
  /** Everything runs, nothing is kept. */
  readonly dryRun?: boolean;
  readonly idempotency?: IdempotentRequest;
}

/** What a write answers, made when its changes have their positions. */
export type Answer<T> = () => T;

/**
 * Runs a write and commits what it drafted as one revision, with all that follows from it; without a change there is no
 * revision. What admission forbids is noted beside the log.
 */
export async function writeCluster<T>(
  database: Database,
  { operation = 'replace', ...call }: WriteTarget & { readonly caller: Caller; readonly operation?: WriteOperation },
  fn: (work: ClusterWrite) => Promise<Outcome<Answer<T>>>,
): Promise<Outcome<T>> {
  let clusterId = '';
  const outcome = await idempotently<T>(database, call.caller, {
    ...call.idempotency,
    run: (keep, patience) =>
      inWriteLane(database, call.caller, { cluster: call.cluster, patience }, (found) =>
        write(
          database,
          call.caller,
          async (tx) => {
            const locked = await lockCluster(tx, call.cluster);
            if (locked === undefined) return refuse({ kind: 'ClusterNotFound', cluster: call.cluster });
            found((clusterId = locked.cluster.id));
            const outcome = await writeLocked(database, { tx, ...locked }, fn);
            if (call.dryRun === true) tx.abandon();
            else await keep(tx, outcome);
            return outcome;
          },
          { patience },
        ),
      ),
  });
  if (outcome.refused && isForbidden(outcome.refusal) && call.dryRun !== true)
    await noteRefusal(database, call.caller, { clusterId, operation, refusal: outcome.refusal });
  return outcome;
}

async function writeLocked<T>(
  database: Database,
  { tx, cluster, head }: NonNullable<Awaited<ReturnType<typeof lockCluster>>> & { readonly tx: Transaction },
  fn: (work: ClusterWrite) => Promise<Outcome<Answer<T>>>,
): Promise<Outcome<T>> {
  const draft = new Draft({ head, at: tx.at });
  const outcome = await fn({ tx, cluster, draft });
  if (outcome.refused) return outcome;
  if (!draft.isEmpty) await commit(tx, await complete({ tx, database, draft }), { headHeld: true });
  return ok(outcome.value());
}
